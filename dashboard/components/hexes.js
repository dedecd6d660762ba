// Hexagons as SVG, shared by all components: this file is put before each of their scripts.
// Nothing that comes from a log is ever read as HTML: only textContent and attributes are set.

const SVG = "http://www.w3.org/2000/svg";
const SIZE = 50;
const ROOT3 = Math.sqrt(3);

function svg(name, attributes = {}, parent = null) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) node.setAttribute(key, value);
  }
  parent?.append(node);
  return node;
}

function html(name, className = "", content = "", parent = null) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (content !== "") node.textContent = content;
  parent?.append(node);
  return node;
}

function centre(cell) {
  const [q, r] = cell.split(",").map(Number);
  return [SIZE * ROOT3 * (q + r / 2), SIZE * 1.5 * r];
}

function corner(x, y, index, size = SIZE) {
  const angle = (Math.PI / 180) * (60 * index - 30);
  return [x + size * Math.cos(angle), y + size * Math.sin(angle)];
}

const round = (value) => Math.round(value * 10) / 10;

function hexagonPath(cell, size) {
  const [x, y] = centre(cell);
  const points = [0, 1, 2, 3, 4, 5].map((index) => corner(x, y, index, size).map(round).join(" "));
  return `M${points.join("L")}Z`;
}

// Side i runs from corner i to corner i + 1, towards the neighbour in SIDES[i].
const SIDES = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

function sidePath(cell, side) {
  const [x, y] = centre(cell);
  const [from, to] = [corner(x, y, side), corner(x, y, (side + 1) % 6)];
  return `M${from.map(round).join(" ")}L${to.map(round).join(" ")}`;
}

function beside(cell, side) {
  const [q, r] = cell.split(",").map(Number);
  return `${q + SIDES[side][0]},${r + SIDES[side][1]}`;
}

function edgePath(edge) {
  const [one, other] = edge.split(" ");
  const side = SIDES.findIndex((_, index) => beside(one, index) === other);
  return side < 0 ? "" : sidePath(one, side);
}

// The outlines of areas as one path, each side once: dashes drawn twice would close their gaps.
function outlinePath(areas) {
  const drawn = new Set();
  const path = [];
  for (const area of areas) {
    const cells = new Set(area.cells);
    for (const cell of cells) {
      for (let side = 0; side < 6; side += 1) {
        const other = beside(cell, side);
        if (cells.has(other) || drawn.has(`${other} ${(side + 3) % 6}`)) continue;
        drawn.add(`${cell} ${side}`);
        path.push(sidePath(cell, side));
      }
    }
  }
  return path.join("");
}
