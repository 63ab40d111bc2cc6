import { type Browser, chromium } from 'playwright-core'

/** Flags that a headless browser needs as root on a machine with a closed network. */
const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Draws the same on every machine: text as its outlines say, in grey, colours as they are named. */
export const stillDrawing = [
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--disable-font-subpixel-positioning',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
]

/** Where the browser is; the scripts find or install one and say so by CHROMIUM_PATH. */
function browserPath(): string {
  const path = process.env.CHROMIUM_PATH
  if (!path) throw new Error('CHROMIUM_PATH is not set: run `npm test`, which finds or installs a browser')
  return path
}

/** A browser without a window, for tests, screenshots and measurements. */
export const openBrowser = (moreFlags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: browserPath(), args: [...browserFlags, ...moreFlags] })
