// Latin letters, weights 400 to 600 (both SIL Open Font Licence 1.1). Run by hand: node build/subset-fonts.mjs
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
const target = new URL('../src/ui/theme/fonts/', import.meta.url)
const range = (first, last) => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i))
const letters = range(0x20, 0x7e) + range(0xa0, 0xff)
const signs = '–—‘’‚“”„†•…‰′″‹›€₿™←↑→↓↗↘−×≈≠≤≥▲▼●○✓'

await mkdir(target, { recursive: true })
for (const [name, file] of [
  ['inter', 'inter-latin-wght-normal'],
  ['jetbrains-mono', 'jetbrains-mono-latin-wght-normal'],
]) {
  const folder = dirname(require.resolve(`@fontsource-variable/${name}/package.json`))
  const whole = await readFile(join(folder, 'files', `${file}.woff2`))
  const subset = await subsetFont(whole, letters + signs, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 600, default: 400 } },
  })
  await writeFile(new URL(`${name}.woff2`, target), subset)
  await copyFile(join(folder, 'LICENSE'), new URL(`${name}.LICENSE.txt`, target))
  console.log(`${name}: ${whole.length} -> ${subset.length} bytes`)
}
