import { openBrowser, stillDrawing } from '../../dev/browser.ts'
import { keep } from './kept-pictures.ts'
import { takePictures } from './screens.ts'

const browser = await openBrowser(stillDrawing)
try {
  const { changed, bytes } = await keep(takePictures(browser, true), browser)
  process.stdout.write(`${changed.length > 0 ? `Changed: ${changed.join(', ')}` : 'Nothing has changed'}\n`)
  process.stdout.write(`${Math.round(bytes / 1000)} KB in all\n`)
} finally {
  await browser.close()
}
