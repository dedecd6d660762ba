// The replay board: holds every frame of one game, draws it as SVG and steps through it without
// asking the server. Nothing that comes from a log is ever read as HTML: only textContent and
// attributes are set, and paints and glyphs are looked up by name.

const TELL_AFTER = 250; // milliseconds of rest after which Python is told the ply
const SWIPE = 40; // pixels
const FACTS_SHOWN = 2; // of one move; the others are folded away
const KEYS_OF_OTHERS =
  "input,textarea,select,canvas,[contenteditable],[role=slider],[role=tab],[role=radio]," +
  "[role=option],[role=combobox],[role=listbox],[role=menuitem],[role=grid],[role=dialog]";
const ICONS = {
  first: "M2 2h2v12H2zM14 2v12L5 8z",
  back: "M12 2v12L3 8z",
  play: "M4 2v12l9-6z",
  pause: "M3 2h4v12H3zM9 2h4v12H9z",
  forward: "M4 2v12l9-6z",
  last: "M12 2h2v12h-2zM2 2v12l9-6z",
  previous_mistake: "M5 3v10L0 8zM10 2h3v7h-3zM10 11h3v3h-3z",
  next_mistake: "M11 3v10l5-5zM3 2h3v7H3zM3 11h3v3H3z",
};
const NOTHING_SAID = { lines: [], facts: [], better: {} };
const SHAPES = {
  circle: "M24 0A24 24 0 1 1-24 0A24 24 0 1 1 24 0Z",
  square: "M-21-16Q-21-21-16-21H16Q21-21 21-16V16Q21 21 16 21H-16Q-21 21-21 16Z",
  diamond: "M0-28L27 0L0 28L-27 0Z",
  triangle: "M0-28L27 18H-27Z",
};

// RFC 7396; what the patch does not name is shared with the frame before, so that an unchanged
// part of two frames is the same object and need not be drawn again.
function patched(old, patch) {
  const result = { ...old };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else if (typeof value === "object" && !Array.isArray(value)) {
      const before = result[key];
      const inner = typeof before === "object" && !Array.isArray(before) ? before : {};
      result[key] = patched(inner, value);
    } else result[key] = value;
  }
  return result;
}

class ReplayView {
  constructor(root) {
    this.root = root;
    this.replay = root.querySelector(".replay");
    this.part = (name) => root.querySelector(`.${name}`);
    this.token = null;
    this.listening = new AbortController();
    const listen = (node, kind, handler) =>
      node.addEventListener(kind, handler, { signal: this.listening.signal });
    listen(window, "keydown", (event) => this.onKey(event));
    listen(this.part("slider"), "input", (event) => this.go(Number(event.target.value)));
    listen(this.part("controls"), "click", (event) => {
      const button = event.target.closest("button");
      if (button) this.press(button.dataset.go);
    });
    listen(this.part("speed"), "change", () => this.timer && this.play());
    listen(this.part("moves"), "click", (event) => {
      const item = event.target.closest("li[data-ply]");
      if (item) this.go(Number(item.dataset.ply));
    });
    listen(this.part("board"), "touchstart", (event) => {
      this.touch = event.touches.length === 1 ? event.touches[0] : null;
    });
    listen(this.part("board"), "touchend", (event) => this.onSwipe(event.changedTouches[0]));
  }

  dispose() {
    this.listening.abort();
    this.pause();
    clearTimeout(this.telling);
  }

  // Data and tidings

  update(payload, tell) {
    this.tell = tell;
    if (payload.token === this.token) {
      this.loadReview(payload.review);
      if (payload.goto !== this.goto) this.go(payload.start);
    } else this.load(payload);
    this.goto = payload.goto;
  }

  load(payload) {
    this.pause();
    this.token = payload.token;
    this.payload = payload;
    this.words = payload.words;
    this.frames = [];
    let frame = {};
    for (const patch of payload.patches) {
      frame = patched(frame, patch);
      this.frames.push(frame);
    }
    this.last = this.frames.length - 1;
    this.frame = { cells: {}, edges: {}, pawns: {}, marks: {}, arrows: {}, layers: {}, panels: {} };
    this.shown = Object.fromEntries(payload.setting.layers.map((layer) => [layer.key, layer.shown]));
    this.buildBoard();
    this.buildControls();
    this.buildLayers();
    this.buildMoves();
    this.shade = {};
    this.part("panels").replaceChildren();
    this.panels = new Map();
    this.part("note").textContent = payload.setting.note;
    this.ply = null;
    this.review = null;
    this.loadReview(payload.review);
    this.go(payload.start, { quiet: true });
  }

  // The review of the game may come, or change, while the game is looked at.
  loadReview(review) {
    if (this.review?.token === review.token) return;
    this.review = review;
    this.mistakes = Object.keys(review.plies)
      .filter((ply) => review.plies[ply].mistake && ply <= this.last)
      .map(Number)
      .sort((one, other) => one - other);
    for (const way of ["previous_mistake", "next_mistake"]) {
      this.root.querySelector(`[data-go=${way}]`).hidden = !this.mistakes.length;
    }
    for (const [ply, item] of this.moveItems) {
      item.querySelectorAll(".verdict").forEach((mark) => mark.remove());
      item.append(...this.marksOf(this.said(ply)));
    }
    this.fitPicture();
    if (this.ply !== null) this.tellReview(this.ply);
  }

  said(ply) {
    return this.review.plies[ply] ?? NOTHING_SAID;
  }

  marksOf(said) {
    const marks = [];
    const good = said.facts.some((fact) => fact.good);
    const other = said.facts.some((fact) => fact.cost);
    for (const [there, kind] of [[good, "gain"], [other, "fact"]]) {
      if (!there) continue;
      const mark = html("span", `verdict ${kind}`, this.review.words[kind].symbol);
      mark.title = this.review.words[kind].name;
      marks.push(mark);
    }
    if (said.label) marks.push(html("span", `verdict ${said.label}`, `${said.symbol} ${said.name}`));
    return marks;
  }

  mistakeFrom(ply, way) {
    return way > 0
      ? this.mistakes.find((mistake) => mistake > ply) ?? ply
      : this.mistakes.findLast((mistake) => mistake < ply) ?? ply;
  }

  go(ply, { quiet = false } = {}) {
    const wanted = Math.max(0, Math.min(this.last, Math.round(ply) || 0));
    if (wanted === this.ply) return;
    this.ply = wanted;
    this.draw(this.frames[wanted]);
    this.part("slider").value = wanted;
    this.part("slider").setAttribute("aria-valuetext", this.moveText(wanted));
    this.part("count").textContent = `${wanted} / ${this.last}`;
    this.selectMove(wanted);
    this.tellStory(wanted);
    this.tellReview(wanted);
    if (wanted === this.last) this.pause();
    clearTimeout(this.telling);
    if (!quiet) this.telling = setTimeout(() => this.tell("ply", wanted), TELL_AFTER);
  }

  moveText(ply) {
    return ply === 0 ? this.words.start : this.payload.plies[ply - 1].move;
  }

  // Keys, buttons, touch

  onKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.composedPath()[0];
    const inside = event.composedPath().includes(this.replay);
    if (inside ? target.matches("select") : target.closest?.(KEYS_OF_OTHERS)) return;
    const stride = event.shiftKey ? 10 : 1;
    const plies = {
      ArrowLeft: this.ply - stride,
      ArrowRight: this.ply + stride,
      Home: 0,
      End: this.last,
      n: this.mistakeFrom(this.ply, event.shiftKey ? -1 : 1),
    };
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key in plies) this.go(plies[key]);
    else if (event.key === " " && inside && target.tagName !== "BUTTON") this.press("play");
    else return;
    if (event.key !== " ") this.pause();
    event.preventDefault();
  }

  onSwipe(end) {
    if (!this.touch) return;
    const [dx, dy] = [end.clientX - this.touch.clientX, end.clientY - this.touch.clientY];
    if (Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) this.go(this.ply - Math.sign(dx));
  }

  press(what) {
    if (what === "play") {
      if (this.timer) this.pause();
      else this.play();
      return;
    }
    this.pause();
    this.go({
      first: 0,
      back: this.ply - 1,
      forward: this.ply + 1,
      last: this.last,
      previous_mistake: this.mistakeFrom(this.ply, -1),
      next_mistake: this.mistakeFrom(this.ply, 1),
    }[what]);
  }

  play() {
    this.pause();
    if (this.ply === this.last) this.go(0);
    this.timer = setInterval(() => this.go(this.ply + 1), Number(this.part("speed").value));
    this.setPlayButton("pause");
  }

  pause() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
    this.setPlayButton("play");
  }

  setPlayButton(what) {
    const button = this.root.querySelector("[data-go=play]");
    button.replaceChildren();
    svg("path", { d: ICONS[what] }, svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, button));
    button.setAttribute("aria-label", this.words[what]);
    button.title = this.words[what];
  }

  // What is built once a game

  // Room for every cell of the game, and for better moves that went elsewhere.
  fitPicture() {
    const cells = new Set(this.payload.cells);
    for (const { better } of Object.values(this.review.plies)) {
      for (const mark of Object.keys(better.marks ?? {})) {
        for (const cell of mark.split(" ")) cells.add(cell);
      }
    }
    const places = [...(cells.size ? cells : ["0,0"])].map(centre);
    const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
    const left = Math.min(...xs) - SIZE * 1.1;
    const top = Math.min(...ys) - SIZE * 1.2;
    const width = Math.max(...xs) + SIZE * 1.1 - left;
    const height = Math.max(...ys) + SIZE * 1.2 - top;
    this.picture.setAttribute("viewBox", [left, top, width, height].map(round).join(" "));
  }

  buildBoard() {
    this.picture = svg("svg", { role: "img", "aria-label": this.words.board });
    this.buildPaints();
    this.groups = {};
    for (const name of ["cells", "layers", "outlines", "edges", "contents", "marks", "arrows", "pawns", "better"]) {
      this.groups[name] = svg("g", {}, this.picture);
    }
    this.nodes = Object.fromEntries(Object.keys(this.groups).map((name) => [name, new Map()]));
    this.part("board").replaceChildren(this.picture);
  }

  buildPaints() {
    const definitions = svg("defs", {}, this.picture);
    for (const [name, paint] of Object.entries(this.payload.look.paints)) {
      if (paint.pattern) this.buildPattern(definitions, name, paint);
    }
    const head = svg("marker", {
      id: "arrowhead", viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 4.5, markerHeight: 4.5,
      orient: "auto-start-reverse",
    }, definitions);
    svg("path", { d: "M0 0L10 5L0 10L2.5 5Z", fill: "context-stroke" }, head);
  }

  buildPattern(definitions, name, paint) {
    const tile = svg("pattern", {
      id: `paint-${name}`, width: 12, height: 12, patternUnits: "userSpaceOnUse",
    }, definitions);
    svg("rect", { width: 12, height: 12, fill: paint.fill }, tile);
    const ink = { stroke: paint.stroke ?? "#ffffff", "stroke-width": 1.4, fill: "none", opacity: 0.4 };
    if (paint.pattern === "dots") {
      const dot = { r: 1.5, fill: ink.stroke, opacity: 0.45 };
      svg("circle", { cx: 3, cy: 3, ...dot }, tile);
      svg("circle", { cx: 9, cy: 9, ...dot }, tile);
    } else {
      const motifs = {
        lines: "M-2 14L14-2M-2 2L2-2M10 14L14 10",
        cross: "M0 12L12 0M0 0L12 12",
        waves: "M0 6Q3 2 6 6T12 6",
      };
      svg("path", { d: motifs[paint.pattern], ...ink }, tile);
    }
  }

  paint(name) {
    return this.payload.look.paints[name] ?? {};
  }

  surface(name) {
    const paint = this.paint(name);
    return {
      fill: paint.pattern ? `url(#paint-${name})` : paint.fill ?? "none",
      stroke: paint.stroke,
      "stroke-width": paint.width ?? 1.5,
      "stroke-dasharray": paint.dashed ? "6 5" : undefined,
      "fill-opacity": paint.opacity,
    };
  }

  outline(name, extra = {}) {
    const paint = this.paint(name);
    return {
      fill: "none",
      stroke: paint.stroke ?? paint.fill,
      "stroke-width": paint.width ?? 2,
      "stroke-dasharray": paint.dashed ? "9 7" : undefined,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      ...extra,
    };
  }

  glyph(name, parent, transform) {
    const group = svg("g", { transform }, parent);
    for (const shape of this.payload.look.glyphs[name] ?? []) {
      svg("path", {
        d: shape.d,
        fill: shape.fill ?? "none",
        stroke: shape.stroke,
        "stroke-width": shape.width ?? 1.3,
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
      }, group);
    }
    return group;
  }

  buildControls() {
    for (const button of this.root.querySelectorAll("[data-go]")) {
      const what = button.dataset.go;
      button.replaceChildren();
      svg("path", { d: ICONS[what] }, svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, button));
      button.setAttribute("aria-label", this.words[what]);
      button.title = this.words[what];
    }
    const slider = this.part("slider");
    slider.max = this.last;
    slider.setAttribute("aria-label", this.words.slider);
    this.part("speed").setAttribute("aria-label", this.words.speed);
    this.part("speed").title = this.words.speed;
    this.part("moves").setAttribute("aria-label", this.words.moves);
    this.replay.setAttribute("aria-label", this.words.keys);
    this.part("controls").setAttribute("aria-label", this.words.controls);
  }

  buildLayers() {
    const rows = this.payload.setting.layers.map((layer) => {
      const label = html("label");
      const box = html("input", "", "", label);
      box.type = "checkbox";
      box.checked = layer.shown;
      box.dataset.layer = layer.key;
      box.addEventListener("change", () => {
        this.shown[layer.key] = box.checked;
        this.drawLayers(this.frame, true);
      });
      html("span", "", layer.name, label);
      return label;
    });
    this.part("layers").replaceChildren(...rows);
  }

  buildMoves() {
    const items = [];
    let turn = null;
    this.payload.plies.forEach((ply, index) => {
      if (ply.turn !== turn) {
        turn = ply.turn;
        const heading = html("li", "turn", this.words.turn.replace("#", turn + 1));
        heading.setAttribute("role", "presentation");
        items.push(heading);
      }
      const item = html("li", ply.chance ? "chance" : "");
      item.setAttribute("role", "option");
      item.dataset.ply = index + 1;
      html("span", "ply", String(index + 1), item);
      item.append(this.seatMark(ply.seat));
      html("span", "move", ply.note ? `${ply.move} ✎` : ply.move, item);
      items.push(item);
    });
    const list = this.part("moves");
    list.replaceChildren(...items);
    this.moveItems = new Map(
      [...list.querySelectorAll("[data-ply]")].map((item) => [Number(item.dataset.ply), item]),
    );
    this.selected = null;
  }

  seatMark(seat) {
    const mark = svg("svg", { viewBox: "-32 -32 64 64", "aria-hidden": "true" });
    if (seat >= 0) {
      const shape = ["circle", "square", "diamond", "triangle"][seat % 4];
      svg("path", { d: SHAPES[shape], ...this.surface(`seat-${seat}`), "stroke-width": 3 }, mark);
    }
    return mark;
  }

  // What is drawn at each step

  draw(frame) {
    const before = this.frame;
    this.reconcile("cells", before.cells, frame.cells, (key, cell) => this.drawGround(key, cell));
    this.reconcile("contents", before.cells, frame.cells, (key, cell) => this.drawContent(key, cell));
    this.reconcile("edges", before.edges, frame.edges, (key, paint) => this.drawEdge(key, paint));
    this.reconcile("marks", before.marks, frame.marks, (key, paint) => this.drawMark(key, paint));
    this.reconcile("arrows", before.arrows, frame.arrows, (key, paint) => this.drawArrow(key, paint));
    this.reconcile("pawns", before.pawns, frame.pawns, (_, pawn) => this.drawPawn(pawn));
    this.frame = frame;
    this.drawLayers(before, false);
    this.drawPanels(before.panels, frame.panels);
    if (before.status !== frame.status) {
      this.part("status").replaceChildren(...frame.status.map((item) => this.item(item)));
    }
  }

  reconcile(group, before, now, make) {
    if (before === now) return;
    const nodes = this.nodes[group];
    for (const [key, node] of nodes) {
      if (!(key in now)) {
        node.remove();
        nodes.delete(key);
      }
    }
    for (const [key, value] of Object.entries(now)) {
      const node = nodes.get(key);
      if (node && before[key] === value) continue;
      const fresh = make(key, value);
      if (node) node.replaceWith(fresh);
      else this.groups[group].append(fresh);
      nodes.set(key, fresh);
    }
  }

  drawGround(key, cell) {
    const group = svg("g", { "data-cell": key });
    const ground = svg("path", { d: hexagonPath(key, SIZE - 1), ...this.surface(cell.fill) }, group);
    if (cell.title) svg("title", {}, ground).textContent = cell.title;
    if (cell.ring) {
      const inset = SIZE - 3 - (this.paint(cell.ring).width ?? 2) / 2;
      svg("path", { d: hexagonPath(key, inset), ...this.outline(cell.ring) }, group);
    }
    return group;
  }

  drawContent(key, cell) {
    const [x, y] = centre(key);
    const ink = this.paint(cell.fill).ink ?? "#333333";
    const group = svg("g", { transform: `translate(${round(x)} ${round(y)})`, "pointer-events": "none" });
    const write = (content, at, size, extra = {}) => {
      svg("text", {
        x: at[0], y: at[1], "font-size": size, fill: ink, "text-anchor": "middle",
        "dominant-baseline": "central", ...extra,
      }, group).textContent = content;
    };
    if (cell.label) write(cell.label, [0, 34], 11, { opacity: 0.85 });
    if (cell.letter) write(cell.letter, [-27, -16], 14, { "font-weight": 700 });
    if (cell.glyph && !cell.disc) this.drawBadge(group, cell);
    if (cell.bars) {
      this.drawBars(group, cell.bars);
      write(String(cell.bars.count), [17, 4], 20, {
        "font-weight": 700, stroke: "#ffffff", "stroke-width": 3.5, "paint-order": "stroke",
      });
    }
    if (cell.disc) this.drawDisc(group, cell.disc);
    if (cell.change) {
      const colour = cell.change.startsWith("+") ? "#0b6b3a" : "#b3261e";
      svg("rect", { x: -13, y: -46, width: 26, height: 17, rx: 8, fill: colour }, group);
      write(cell.change, [0, -37], 12.5, { fill: "#ffffff", "font-weight": 700 });
    }
    return group;
  }

  drawBadge(group, cell) {
    const alone = !cell.bars && !cell.letter;
    const at = alone ? "translate(0 -4) scale(1.5)" : "translate(25 -19)";
    if (!alone) {
      svg("circle", { cx: 25, cy: -19, r: 13, fill: "#ffffff", stroke: "#6b6b6b", opacity: 0.92 }, group);
    }
    this.glyph(cell.glyph, group, alone ? at : `${at} scale(0.85)`);
  }

  drawBars(group, bars) {
    const paint = this.paint(bars.paint);
    for (let index = 0; index < bars.count; index += 1) {
      const y = 14 - index * 13;
      svg("rect", {
        x: -8, y, width: 14, height: 12, rx: 4, fill: paint.fill, stroke: paint.stroke,
        "stroke-width": 1.6,
      }, group);
      svg("path", { d: `M-4.5 ${y + 3}v6`, stroke: "#ffffff", "stroke-width": 2, opacity: 0.55,
        "stroke-linecap": "round" }, group);
    }
    const top = 14 - (bars.count - 1) * 13;
    svg("path", {
      d: `M-1 ${top}C-8 ${top - 4} -13 ${top - 2} -16 ${top + 3}C-10 ${top + 4} -5 ${top + 3} -1 ${top}Z`,
      fill: paint.fill, stroke: paint.stroke, "stroke-width": 1.1,
    }, group);
  }

  drawDisc(group, disc) {
    const surface = this.surface(disc.paint);
    const shape = SHAPES[disc.shape] ?? SHAPES.circle;
    const under = disc.height ?? 0;
    const scale = disc.size ?? 1;
    for (let level = 0; level <= under; level += 1) {
      const offset = 2.5 * under - 5 * level;
      svg("path", {
        d: shape, transform: `translate(0 ${offset}) scale(${scale})`, ...surface, "stroke-width": 2.2,
      }, group);
    }
    const lift = -2.5 * under;
    if (disc.glyph) this.glyph(disc.glyph, group, `translate(0 ${lift}) scale(1.45)`);
    if (disc.text) {
      svg("text", {
        x: 0, y: lift + (disc.shape === "triangle" ? 4 : 0), "font-size": 21, "font-weight": 700,
        fill: this.paint(disc.paint).ink ?? "#ffffff", "text-anchor": "middle",
        "dominant-baseline": "central",
      }, group).textContent = disc.text;
    }
  }

  drawEdge(key, paint) {
    const group = svg("g");
    const d = edgePath(key);
    svg("path", { d, ...this.outline(paint) }, group);
    if (this.paint(paint).ink) {
      svg("path", { d, ...this.outline(paint), stroke: this.paint(paint).ink, "stroke-width": 3 }, group);
    }
    return group;
  }

  drawMark(key, paint) {
    const d = key.includes(" ") ? edgePath(key) : hexagonPath(key, SIZE - 3);
    const extra = key.includes(" ") ? { "stroke-width": 5 } : {};
    return svg("path", { d, "pointer-events": "none", ...this.outline(paint, extra) });
  }

  drawArrow(key, paint, side = 1) {
    const [[x1, y1], [x2, y2]] = key.split(" ").map(centre);
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const bend = side * Math.min(22, length / 6);
    const middle = [(x1 + x2) / 2 + uy * bend, (y1 + y2) / 2 - ux * bend];
    const end = [x2 - ux * 16, y2 - uy * 16];
    return svg("path", {
      d: `M${round(x1)} ${round(y1)}Q${middle.map(round).join(" ")} ${end.map(round).join(" ")}`,
      "marker-end": "url(#arrowhead)",
      opacity: 0.8,
      "pointer-events": "none",
      ...this.outline(paint),
    });
  }

  // The better move: inside the marks of the move played, and its arrow on the other side.
  drawBetter({ marks = {}, arrows = {}, tag = "" }) {
    const shapes = Object.entries(arrows).map(([key, paint]) => this.drawArrow(key, paint, -1));
    for (const [key, paint] of Object.entries(marks)) {
      const d = key.includes(" ") ? edgePath(key) : hexagonPath(key, SIZE - 10);
      const extra = key.includes(" ") ? { "stroke-width": 8, "stroke-dasharray": "12 6", "stroke-linecap": "butt" } : {};
      shapes.push(svg("path", { d, "pointer-events": "none", ...this.outline(paint, extra) }));
    }
    const [[first, paint] = []] = Object.entries(marks);
    if (tag && first && !first.includes(" ")) {
      const [x, y] = centre(first);
      const group = svg("g", {
        transform: `translate(${round(x + 21)} ${round(y + 24)})`, "pointer-events": "none",
      });
      svg("circle", { r: 13, fill: this.paint(paint).fill, stroke: "#ffffff", "stroke-width": 1.5 }, group);
      svg("text", {
        "font-size": 15, "font-weight": 700, fill: this.paint(paint).ink, "text-anchor": "middle",
        "dominant-baseline": "central",
      }, group).textContent = tag;
      shapes.push(group);
    }
    this.groups.better.replaceChildren(...shapes);
  }

  drawPawn(pawn) {
    const [x, y] = centre(pawn.cell);
    const group = svg("g", {
      transform: `translate(${round(x + pawn.side * 25)} ${round(y + (pawn.side < 0 ? 8 : 22))})`,
    });
    svg("circle", { r: 16, fill: "#ffffff", stroke: "#333333", "stroke-width": 1.5 }, group);
    this.glyph(pawn.glyph, group, "scale(1.1)");
    svg("title", {}, group).textContent = pawn.title;
    return group;
  }

  drawLayers(before, all) {
    const shade = {};
    for (const layer of this.payload.setting.layers) {
      if (this.shown[layer.key]) {
        for (const [cell, paint] of Object.entries(this.frame.layers[layer.key] ?? {})) {
          shade[`${layer.key} ${cell}`] = paint;
        }
      }
    }
    if (all || before.layers !== this.frame.layers) {
      this.reconcile("layers", this.shade, shade, (key, paint) =>
        svg("path", {
          d: hexagonPath(key.slice(key.lastIndexOf(" ") + 1), SIZE - 1),
          "pointer-events": "none",
          ...this.surface(paint),
        }),
      );
      this.shade = shade;
    }
    if (all || this.groups.outlines.childElementCount === 0) this.drawOutlines();
  }

  drawOutlines() {
    const paths = this.payload.setting.layers
      .filter((layer) => layer.areas && this.shown[layer.key])
      .map((layer) =>
        svg("path", {
          d: outlinePath(layer.areas),
          "pointer-events": "none",
          ...this.outline(layer.areas[0]?.paint),
        }),
      );
    this.groups.outlines.replaceChildren(...paths);
  }

  drawPanels(before, now) {
    for (const [key, panel] of Object.entries(now)) {
      if (this.panels.has(key) && before[key] === panel) continue;
      const fresh = this.panel(panel);
      if (this.panels.has(key)) this.panels.get(key).replaceWith(fresh);
      else this.part("panels").append(fresh);
      this.panels.set(key, fresh);
    }
  }

  panel(panel) {
    const node = html("section", panel.active ? "panel active" : "panel");
    const header = html("header", "", "", node);
    if (panel.seat !== undefined) {
      const mark = this.seatMark(panel.seat);
      mark.setAttribute("width", 16);
      header.append(mark);
    }
    html("span", "name", panel.title, header).title = panel.title;
    if (panel.score !== undefined) html("span", "score", panel.score, header);
    for (const row of panel.rows) {
      const line = html("div", "row", "", node);
      html("span", "", row.label, line);
      html("div", "items", "", line).append(...row.items.map((item) => this.item(item)));
    }
    return node;
  }

  item(item) {
    const node = html("span", "item");
    const paint = item.paint ? this.paint(item.paint) : null;
    if (paint) {
      node.style.background = paint.fill;
      node.style.borderColor = paint.stroke;
      node.style.color = paint.ink ?? "#1d1d1d";
    }
    if (item.glyph) {
      this.glyph(item.glyph, svg("svg", { viewBox: "-12 -12 24 24", "aria-hidden": "true" }, node));
    }
    if (item.text) html("span", "", item.text, node);
    if (item.title) node.title = item.title;
    return node;
  }

  selectMove(ply) {
    this.selected?.setAttribute("aria-selected", "false");
    const list = this.part("moves");
    this.selected = this.moveItems.get(ply) ?? null;
    if (!this.selected) {
      list.scrollTop = 0;
      return;
    }
    this.selected.setAttribute("aria-selected", "true");
    const middle = this.selected.offsetTop - list.clientHeight / 2;
    list.scrollTop = middle;
  }

  tellStory(ply) {
    const entry = this.payload.plies[ply - 1];
    const move = this.moveText(ply);
    this.part("story-move").textContent = ply === 0 ? move : `${ply}. ${move}`;
    const events = (entry ? entry.events : this.payload.opening) ?? [];
    const lines = events.map((event) => html("li", "", event));
    if (entry?.note) lines.unshift(html("li", "remark", entry.note));
    this.part("story-events").replaceChildren(...lines);
  }

  tellReview(ply) {
    const said = this.said(ply);
    const lines = said.lines.map((line) => html("li", "", line));
    const [heading] = said.label ? this.marksOf({ ...said, facts: [] }) : [];
    if (heading) lines[0]?.prepend(heading, " ");
    const facts = said.facts.map((fact) => {
      const item = html("li", "", fact.text);
      const kind = fact.good ? "gain" : "fact";
      const { symbol, name } = this.review.words[kind];
      item.prepend(html("span", `verdict ${kind}`, `${symbol} ${name}`), " ");
      return item;
    });
    lines.push(...facts.slice(0, FACTS_SHOWN));
    if (facts.length > FACTS_SHOWN) {
      const fold = html("details", "", "", html("li"));
      html("summary", "", this.words.more_facts.replace("#", facts.length - FACTS_SHOWN), fold);
      html("ul", "folded", "", fold).append(...facts.slice(FACTS_SHOWN));
      lines.push(fold.parentNode);
    }
    this.part("story-verdict").replaceChildren(...lines);
    this.drawBetter(said.better);
    const move = this.moveText(ply);
    this.part("spoken").textContent = this.words.spoken
      .replace("#ply", ply)
      .replace("#last", this.last)
      .replace("#move", () => (said.label ? `${move}. ${said.name}` : move));
  }
}

const views = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  let view = views.get(parentElement);
  if (!view) {
    view = new ReplayView(parentElement);
    views.set(parentElement, view);
  }
  view.update(JSON.parse(new TextDecoder().decode(data)), setStateValue);
  return () => {
    view.dispose();
    views.delete(parentElement);
  };
}
