/** Lightness, chroma and hue of oklch(). */
type Colour = readonly [number, number, number]
export type Tokens = Readonly<Record<string, Colour>>

/** The opaque oklch tokens of the block with this selector, without shadows. */
export function readTokens(css: string, selector: string): Tokens {
  const from = css.indexOf(`${selector} {`)
  const block = css.slice(from, css.indexOf('}', from))
  const colours = block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)
  return Object.fromEntries([...colours].map(([, name, l, c, h]) => [name, [Number(l), Number(c), Number(h)]]))
}

export function contrastOf(tokens: Tokens, one: string, other: string): number {
  const [light, dark] = [one, other]
    .map(name => {
      const colour = tokens[name]
      if (!colour) throw new Error(`expected a token --${name}`)
      return luminanceOf(colour)
    })
    .sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Relative luminance from OKLab through linear sRGB (Ottosson 2020), each channel clipped to the gamut. */
function luminanceOf([lightness, chroma, hue]: Colour): number {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (channel: number) => Math.min(1, Math.max(0, channel))
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
