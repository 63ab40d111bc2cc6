// `npm run package` makes the release tarball and the Debian package in .cache/packages; `-- --try` also tries them.
import { join } from 'node:path'
import { say } from '../run/progress.mjs'
import { runScript } from '../run/script-error.mjs'
import { bootstrap } from '../setup/bootstrap.mjs'
import { buildConsole } from '../setup/build-console.mjs'
import { cacheFolder } from '../setup/workspace.mjs'
import { makePackages } from './make-packages.mjs'
import { tryPackages } from './try-packages.mjs'

await runScript(async () => {
  await bootstrap()
  await buildConsole()
  const made = makePackages(join(cacheFolder, 'packages'))
  say(`Release: ${made.tarball}`)
  say(`Debian: ${made.debian}`)
  if (process.argv.includes('--try')) await tryPackages(made)
  return 0
})
