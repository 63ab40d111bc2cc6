// `npm run site` makes a website of README and docs/ in .cache/site. Its pictures are those that the tests compare with.
import { join } from 'node:path'
import { say } from '../../run/progress.mjs'
import { runScript } from '../../run/script-error.mjs'
import { bootstrap } from '../../setup/bootstrap.mjs'
import { cacheFolder } from '../../setup/workspace.mjs'

await runScript(async () => {
  await bootstrap()
  const { makeSite } = await import('./make-site.mjs')
  const { folder, pages } = makeSite(join(cacheFolder, 'site'))
  say(`${pages.length} pages: ${join(folder, 'index.html')}`)
  return 0
})
