import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { comparePictures, shrinkPicture } from './compare-pictures.ts'
import type { Picture } from './screens.ts'

const folder = fileURLToPath(new URL('./kept/', import.meta.url))
const browserFile = join(folder, 'browser.txt')
const fileOf = (name: string) => join(folder, `${name}.png`)

export const keptNames = async (): Promise<string[]> =>
  (await readdir(folder)).filter(file => file.endsWith('.png')).map(file => file.replace('.png', ''))

export const readKept = (name: string): Promise<Buffer | undefined> => readFile(fileOf(name)).catch(() => undefined)

export const areOf = async (browser: Browser): Promise<boolean> =>
  (await readFile(browserFile, 'utf8')).trim() === nameOf(browser)

/** Program and major version, such as `chromium-headless-shell 156`. */
const nameOf = (browser: Browser) => `${basename(process.env.CHROMIUM_PATH ?? '')} ${browser.version().split('.')[0]}`

export async function keep(
  pictures: AsyncIterable<Picture>,
  browser: Browser,
): Promise<{ changed: string[]; bytes: number }> {
  await mkdir(folder, { recursive: true })
  const gone = new Set(await keptNames())
  const changed: string[] = []
  let bytes = 0
  for await (const { name, png } of pictures) {
    gone.delete(name)
    const kept = await readKept(name)
    const isSame = kept && (await comparePictures(kept, png)).share === 0
    const bytesNow = isSame ? kept : await shrinkPicture(png)
    if (!isSame) {
      await writeFile(fileOf(name), bytesNow)
      changed.push(name)
    }
    bytes += bytesNow.length
  }
  for (const name of gone) await rm(fileOf(name))
  await writeFile(browserFile, `${nameOf(browser)}\n`)
  return { changed: [...changed, ...gone], bytes }
}
