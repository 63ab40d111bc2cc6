const widths = new Map<string, number>()
let canvas: CanvasRenderingContext2D | null | undefined

/** In small type, in pixels. */
function widthOf(character: string): number {
  let width = widths.get(character)
  if (width !== undefined) return width
  if (canvas === undefined) {
    canvas = document.createElement('canvas').getContext('2d')
    if (canvas) canvas.font = `13px ${getComputedStyle(document.body).fontFamily}`
  }
  width = canvas?.measureText(character).width ?? Number.POSITIVE_INFINITY
  widths.set(character, width)
  return width
}

/** Undefined where only the browser can tell. A name that it cuts is a clip, and a screen's take longest in a frame. */
export function fitName(name: string, px: number, measure = widthOf): string | undefined {
  if (/[^ -~]/.test(name)) return undefined
  const room = px - measure('…')
  let used = 0
  let fitting = 0
  for (const character of name) {
    used += measure(character)
    if (used > px) return `${name.slice(0, fitting).trimEnd()}…`
    if (used <= room) fitting += 1
  }
  return name
}
