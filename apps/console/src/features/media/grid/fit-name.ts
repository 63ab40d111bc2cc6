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

/**
 * A name cut to so many pixels; undefined where only the browser can tell, as for other scripts. A name that the browser cuts
 * is a clip of its own when painting, and those of a screen take longer than all else in a frame.
 */
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
