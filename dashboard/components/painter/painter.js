// A board of China Gold painted area by area. The browser holds the areas while they are painted
// and tells Python, which checks them and sends back the cells at fault.

const TELL_AFTER = 200; // milliseconds of rest after which Python is told
const NONE = 0;
const ROLES = ["mountains", "rivers"];
const LINES = {
  mountains: { stroke: "#7a3e0c", "stroke-width": 8 },
  rivers: { stroke: "#3aa0ee", "stroke-width": 3.2 },
};
const FILLS = [
  "#f7dcb4", "#bfe3c8", "#cfd8f2", "#f4c6d4", "#e6e3a3", "#c5e7ef", "#e2cdea", "#f5c7a9", "#d3dccb",
];

class PainterView {
  constructor(root) {
    this.root = root;
    this.part = (name) => root.querySelector(`.${name}`);
    this.token = null;
    this.role = "mountains";
    this.area = 1;
    this.painting = null;
    this.listening = new AbortController();
    const listen = (node, kind, handler) =>
      node.addEventListener(kind, handler, { signal: this.listening.signal });
    const board = this.part("board");
    listen(board, "pointerdown", (event) => this.begin(event));
    listen(board, "pointermove", (event) => this.drag(event));
    listen(window, "pointerup", () => { this.painting = null; });
    listen(board, "keydown", (event) => this.onKey(event));
    listen(this.part("other").querySelector("input"), "change", () => this.draw());
  }

  dispose() {
    this.listening.abort();
    clearTimeout(this.telling);
  }

  update(payload, tell) {
    this.tell = tell;
    this.payload = payload;
    this.words = payload.words;
    if (payload.token !== this.token) {
      this.token = payload.token;
      this.areas = { mountains: { ...payload.mountains }, rivers: { ...payload.rivers } };
      this.cursor = payload.cells[Math.floor(payload.cells.length / 2)][0];
      this.area = 1;
      this.build();
    }
    this.draw();
  }

  build() {
    this.labels = new Map(this.payload.cells);
    const centres = [...this.labels.keys()].map(centre);
    const [xs, ys] = [centres.map(([x]) => x), centres.map(([, y]) => y)];
    const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    const margin = SIZE * 1.2;
    this.picture = svg("svg", {
      viewBox: [box[0] - margin, box[1] - margin, box[2] - box[0] + 2 * margin,
        box[3] - box[1] + 2 * margin].map(round).join(" "),
    });
    this.groups = {};
    for (const name of ["cells", "outlines", "faults", "cursor"]) {
      this.groups[name] = svg("g", {}, this.picture);
    }
    this.cells = new Map();
    for (const [place, label] of this.labels) {
      const [x, y] = centre(place);
      const group = svg("g", { "data-place": place }, this.groups.cells);
      const ground = svg("path", { d: hexagonPath(place, SIZE - 1), stroke: "#c9bb9a" }, group);
      const words = { x: round(x), "text-anchor": "middle", "dominant-baseline": "central" };
      const shown = svg("text", { ...words, y: round(y - 4), "font-size": 22, "font-weight": 700,
        fill: "#3a3a3a" }, group);
      svg("text", { ...words, y: round(y + 27), "font-size": 13, fill: "#6b6355" }, group)
        .textContent = label;
      this.cells.set(place, { ground, shown });
    }
    this.part("board").replaceChildren(this.picture);
    this.part("board").setAttribute("aria-label", this.words.board);
    this.part("hint").textContent = this.words.hint;
    this.part("other").querySelector("span").textContent = this.words.other;
    this.part("swatches").setAttribute("aria-label", this.words.areas);
    this.part("roles").setAttribute("aria-label", this.words.roles);
  }

  // Painting

  begin(event) {
    const place = this.placeAt(event);
    if (!place) return;
    this.part("board").focus({ preventScroll: true });
    const erase = event.button === 2 || this.areas[this.role][this.labels.get(place)] === this.area;
    this.painting = erase ? NONE : this.area;
    this.paint(place, this.painting);
    event.preventDefault();
  }

  drag(event) {
    if (this.painting === null) return;
    const place = this.placeAt(event);
    if (place) this.paint(place, this.painting);
  }

  placeAt(event) {
    const node = this.root.elementFromPoint?.(event.clientX, event.clientY) ?? event.target;
    return node?.closest?.("[data-place]")?.dataset.place ?? null;
  }

  paint(place, area) {
    const label = this.labels.get(place);
    const areas = this.areas[this.role];
    this.cursor = place;
    if ((areas[label] ?? NONE) !== area) {
      if (area === NONE) delete areas[label];
      else areas[label] = area;
      clearTimeout(this.telling);
      this.telling = setTimeout(() => this.tell("areas", this.areas), TELL_AFTER);
    }
    this.draw();
  }

  onKey(event) {
    const steps = {
      ArrowLeft: [3], ArrowRight: [0], ArrowUp: [4, 5], ArrowDown: [2, 1],
    }[event.key];
    if (steps) {
      const next = steps.map((side) => beside(this.cursor, side)).find((place) => this.labels.has(place));
      if (next) this.cursor = next;
    } else if (event.key === " " || event.key === "Enter") {
      const same = this.areas[this.role][this.labels.get(this.cursor)] === this.area;
      this.paint(this.cursor, same ? NONE : this.area);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.paint(this.cursor, NONE);
    } else return;
    event.preventDefault();
    this.draw();
    const label = this.labels.get(this.cursor);
    this.part("spoken").textContent = `${label}: ${this.areas[this.role][label] ?? "–"}`;
  }

  // Drawing

  sizes() {
    const sizes = new Map();
    for (const area of Object.values(this.areas[this.role])) {
      sizes.set(area, (sizes.get(area) ?? 0) + 1);
    }
    return sizes;
  }

  draw() {
    const areas = this.areas[this.role];
    for (const [place, label] of this.labels) {
      const { ground, shown } = this.cells.get(place);
      const area = areas[label] ?? NONE;
      ground.setAttribute("fill", area === NONE ? "#ffffff" : FILLS[(area - 1) % FILLS.length]);
      shown.textContent = area === NONE ? "" : area;
    }
    this.drawOutlines();
    this.groups.faults.replaceChildren(
      ...(this.payload.faulty[this.role] ?? []).map((place) =>
        svg("path", { d: hexagonPath(place, SIZE - 6), fill: "none", stroke: "#d6321e",
          "stroke-width": 4, "stroke-dasharray": "8 5", "pointer-events": "none" })),
    );
    this.groups.cursor.replaceChildren(
      svg("path", { d: hexagonPath(this.cursor, SIZE - 3), fill: "none", stroke: "#1d1d1d",
        "stroke-width": 2, "pointer-events": "none" }),
    );
    this.drawTools();
  }

  drawOutlines() {
    const other = this.part("other").querySelector("input").checked;
    const roles = other ? ROLES : [this.role];
    const places = new Map([...this.labels].map(([place, label]) => [label, place]));
    this.groups.outlines.replaceChildren(
      ...roles.map((role) => {
        const cells = new Map();
        for (const [label, area] of Object.entries(this.areas[role])) {
          if (!cells.has(area)) cells.set(area, []);
          cells.get(area).push(places.get(label));
        }
        return svg("path", { d: outlinePath([...cells.values()].map((list) => ({ cells: list }))),
          fill: "none", "stroke-linecap": "round", "pointer-events": "none", ...LINES[role] });
      }),
    );
  }

  drawTools() {
    const button = (content, checked, press) => {
      const node = html("button", "", content);
      node.type = "button";
      node.setAttribute("role", "radio");
      node.setAttribute("aria-checked", String(checked));
      node.addEventListener("click", press);
      return node;
    };
    this.part("roles").replaceChildren(
      ...ROLES.map((role) =>
        button(this.words[role], role === this.role, () => {
          this.role = role;
          this.area = 1;
          this.draw();
        })),
    );
    const sizes = this.sizes();
    const most = Math.max(this.payload.wanted, ...sizes.keys());
    this.part("swatches").replaceChildren(
      ...Array.from({ length: most }, (_, index) => {
        const area = index + 1;
        const node = button(String(area), area === this.area, () => {
          this.area = area;
          this.draw();
        });
        node.style.background = FILLS[index % FILLS.length];
        const size = sizes.get(area) ?? 0;
        html("small", "", String(size), node);
        node.setAttribute(
          "aria-label", this.words.area.replace("#area", area).replace("#size", size));
        return node;
      }),
    );
  }
}

const views = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  let view = views.get(parentElement);
  if (!view) {
    view = new PainterView(parentElement);
    views.set(parentElement, view);
  }
  view.update(data, setStateValue);
  return () => {
    view.dispose();
    views.delete(parentElement);
  };
}
