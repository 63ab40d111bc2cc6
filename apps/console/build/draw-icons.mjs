// Run by hand: node apps/console/build/draw-icons.mjs /path/to/chromium
import { readFile, writeFile } from 'node:fs/promises'
import { chromium } from 'playwright-core'

const at = name => new URL(`../public/${name}`, import.meta.url)
const mark = await readFile(at('mark.svg'), 'utf8')

/** Edge in px; `inset`: the margin on each side, on a background that systems can crop to any shape. */
const icons = [
  { file: 'icon-192.png', edge: 192, inset: 0 },
  { file: 'icon-512.png', edge: 512, inset: 0 },
  { file: 'icon-maskable-512.png', edge: 512, inset: 0.18, ground: '#15171c' },
  { file: 'apple-touch-icon.png', edge: 180, inset: 0.12, ground: '#15171c' },
]

const [, , executablePath] = process.argv
const browser = await chromium.launch({ executablePath })
for (const { file, edge, inset, ground = 'transparent' } of icons) {
  const page = await browser.newPage({ viewport: { width: edge, height: edge } })
  const size = edge * (1 - 2 * inset)
  await page.setContent(
    `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${ground}">` +
      mark.replace('<svg ', `<svg width="${size}" height="${size}" `),
  )
  await writeFile(at(file), await page.screenshot({ omitBackground: true }))
}
await browser.close()
