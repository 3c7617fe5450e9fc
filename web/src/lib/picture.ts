/**
 * A picture of something on the page: its elements with their computed styles in an SVG, which a canvas turns into a
 * PNG.
 */
const SVG = "http://www.w3.org/2000/svg";
const XHTML = "http://www.w3.org/1999/xhtml";
const PSEUDO = ["::before", "::after"] as const;
const LEFT_OUT = ".banner, script, style, .unseen";
const SHARPNESS = 2; // pixels of the picture per pixel of the page
const MARGIN = 24;
const HEAD = 76; // pixels above the table

export interface Caption {
  title: string;
  head: string;
  lines: string[];
}

/** Draw an element as displayed, including the parts it scrolls to, with a caption above it. */
export async function pictureOf(thing: HTMLElement, caption: Caption): Promise<Blob> {
  const [width, height] = [Math.max(thing.scrollWidth, 320), thing.scrollHeight];
  const [wide, high] = [width + 2 * MARGIN, height + HEAD + MARGIN];
  const page = getComputedStyle(document.body);
  const text = (y: number, size: number, words: string, family: string): string =>
    `<text x="${MARGIN}" y="${y}" font-size="${size}" font-family="${family}" fill="${page.color}">${escaped(words)}</text>`;
  const svg = `<svg xmlns="${SVG}" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}">
<style>${escaped(await fonts())}</style>
<rect width="100%" height="100%" fill="${page.backgroundColor}"/>
${text(36, 22, `${caption.title} · ${caption.head}`, "Fraunces Variable, Georgia, serif")}
${text(60, 14, `${caption.lines.join(" · ")} · Carreau`, "Inter Variable, system-ui, sans-serif")}
<foreignObject x="${MARGIN}" y="${HEAD}" width="${width}" height="${height}">${copied(thing, width, height)}</foreignObject>
</svg>`;
  return drawn(svg, wide, high);
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

// Copies as text: the page's content security policy would remove styles from elements

type Styled = HTMLElement | SVGElement;

const isStyled = (node: Node): node is Styled => node instanceof HTMLElement || node instanceof SVGElement;

/** Copy an element so it looks the same anywhere, except for its size. */
function copied(thing: HTMLElement, width: number, height: number): string {
  const usual = new Usual();
  const style = getComputedStyle(thing);
  const size = `;width:${width}px;height:${height}px;overflow:hidden;margin:0;position:relative;contain:none`;
  const inside = [...thing.childNodes].map((child) => copyOf(child, style, XHTML, usual)).join("");
  const copy = `<div xmlns="${XHTML}" style="${escaped(styles(style, null, usual.of(document.createElement("div"))) + size)}">${inside}</div>`;
  usual.forget();
  return copy;
}

function copyOf(node: Node, around: CSSStyleDeclaration, space: string, usual: Usual): string {
  if (!isStyled(node)) return node.nodeType === Node.TEXT_NODE ? escaped(node.textContent ?? "") : "";
  const style = getComputedStyle(node);
  if (node.matches(LEFT_OUT) || style.display === "none") return "";
  const own = node.namespaceURI ?? space;
  const [before, after] = PSEUDO.map((which) => drawnBy(node, which, style, usual));
  const inside = [...node.childNodes].map((child) => copyOf(child, style, own, usual)).join("");
  const named = own === space ? "" : ` xmlns="${own}"`;
  const dressed = ` style="${escaped(styles(style, around, usual.of(node)))}"`;
  return `<${node.localName}${named}${attributes(node)}${dressed}>${before}${inside}${after}</${node.localName}>`;
}

function attributes(node: Styled): string {
  const kept = [...node.attributes].filter(({ name }) => /^[a-zA-Z][\w-]*$/.test(name) && !["class", "style", "xmlns"].includes(name));
  return kept.map(({ name, value }) => ` ${name}="${escaped(value)}"`).join("");
}

/** Return the ::before or ::after of an element, as an element. */
function drawnBy(node: Styled, which: (typeof PSEUDO)[number], around: CSSStyleDeclaration, usual: Usual): string {
  const style = getComputedStyle(node, which);
  if (node instanceof SVGElement || style.content === "none" || style.content === "normal") return "";
  const words = /^"(.*)"$/.exec(style.content)?.[1] ?? "";
  return `<span style="${escaped(styles(style, around, usual.of(document.createElement("span"))))}">${escaped(words)}</span>`;
}

/** List the styles that a copy wouldn't have by default or inherit. */
function styles(style: CSSStyleDeclaration, around: CSSStyleDeclaration | null, usual: Map<string, string>): string {
  const own: string[] = [];
  for (const property of style) {
    const value = style.getPropertyValue(property);
    if (value !== usual.get(property) || (around && value !== around.getPropertyValue(property))) own.push(`${property}:${value}`);
  }
  return own.join(";");
}

/** Return an element's styles without any style sheet. */
class Usual {
  #frame = document.createElement("iframe");
  #known = new Map<string, Map<string, string>>();

  constructor() {
    this.#frame.hidden = true;
    document.body.append(this.#frame);
  }

  of(thing: Element): Map<string, string> {
    const key = `${thing.namespaceURI} ${thing.localName}`;
    const known = this.#known.get(key) ?? this.#look(thing);
    this.#known.set(key, known);
    return known;
  }

  #look(thing: Element): Map<string, string> {
    const inside = this.#frame.contentDocument;
    const body = inside?.body;
    if (!inside || !body) return new Map();
    const plain = inside.createElementNS(thing.namespaceURI, thing.localName);
    body.append(plain);
    const style = getComputedStyle(plain);
    const found = new Map([...style].map((property) => [property, style.getPropertyValue(property)]));
    plain.remove();
    return found;
  }

  forget(): void {
    this.#frame.remove();
  }
}

// Fonts

/** Embed the fonts that the page has loaded: a picture loads nothing. */
async function fonts(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSFontFaceRule);
  const loaded = [...document.fonts].filter((font) => font.status === "loaded");
  const used = rules.filter((rule) =>
    loaded.some(
      (font) =>
        plain(font.family) === plain(rule.style.getPropertyValue("font-family")) &&
        font.style === (rule.style.getPropertyValue("font-style") || "normal") &&
        same(font.unicodeRange, rule.style.getPropertyValue("unicode-range")),
    ),
  );
  return (await Promise.all(used.map(withData))).join("\n");
}

const plain = (family: string): string => family.replaceAll(/["']/g, "");
const same = (one: string, other: string): boolean => one.replaceAll(" ", "").toLowerCase() === other.replaceAll(" ", "").toLowerCase();

async function withData(rule: CSSFontFaceRule): Promise<string> {
  const address = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue("src"))?.[1];
  if (!address) return "";
  const file = await (await fetch(new URL(address, rule.parentStyleSheet?.href ?? location.href))).blob();
  return rule.cssText.replace(address, await asData(file));
}

function asData(file: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(typeof reader.result === "string" ? reader.result : "");
    reader.onerror = () => fail(new Error("a font can't be read"));
    reader.readAsDataURL(file);
  });
}

// Pictures

async function drawn(svg: string, width: number, height: number): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`; // a blob URL would taint the canvas
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [SHARPNESS * width, SHARPNESS * height];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) =>
    canvas.toBlob((picture) => (picture ? done(picture) : fail(new Error("the picture can't be drawn"))), "image/png"),
  );
}

/** Share a picture with the device's share dialog; save it if there is none. */
export async function give(picture: Blob, title: string): Promise<void> {
  const file = new File([picture], `${title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-")}.png`, { type: picture.type });
  if (!(await shared(file, title))) save(file);
}

/**
 * Return whether the user shared it or decided not to. A device may refuse if drawing took too long after the press.
 */
async function shared(file: File, title: string): Promise<boolean> {
  if (!matchMedia("(pointer: coarse)").matches || !("canShare" in navigator) || !navigator.canShare({ files: [file] })) return false;
  try {
    await navigator.share({ files: [file], title });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}

function save(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
