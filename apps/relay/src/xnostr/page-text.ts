interface OpenTag {
  readonly tag: string
  readonly classes: readonly string[]
}

const silent = /<(script|style|noscript|template|textarea|title|svg)\b[^>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi
const piece = /<(\/?)([a-z][a-z0-9-]*)((?:\s+[^\s=>"]+(?:="[^"]*")?)*)\s*\/?>|([^<]+)/gi
const empty = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', apos: "'" }

export function* textsOf(html: string): Generator<{ text: string; within: readonly OpenTag[] }> {
  const within: OpenTag[] = []
  for (const [, closing, name, attributes = '', text] of html.replaceAll(silent, '').matchAll(piece)) {
    if (text !== undefined) yield { text: decoded(text), within }
    const tag = name?.toLowerCase()
    if (tag === undefined || empty.has(tag)) continue
    if (closing) {
      const at = within.findLastIndex(place => place.tag === tag)
      if (at >= 0) within.length = at
    } else within.push({ tag, classes: classesIn(attributes) })
  }
}

const classesIn = (attributes: string) => (/\sclass="([^"]*)"/i.exec(attributes)?.[1] ?? '').split(/\s+/)

const decoded = (text: string) =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
    if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    return entities[String(name).toLowerCase()] ?? whole
  })
