// `npm run package` makes release tarball, Debian package and the stores' packages in .cache/packages; `-- --try` tries them.
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
  // Only who publishes knows these two.
  const { PACKAGE_URL: url, PACKAGE_IMAGE: image } = process.env
  const made = makePackages(join(cacheFolder, 'packages'), { url, image })
  say(`Release: ${made.tarball}`)
  say(`Debian: ${made.debian}`)
  say(`StartOS: ${made.startos ?? "not made; set PACKAGE_URL to the project's page"}`)
  say(`Umbrel: ${made.umbrel ?? 'not made; set PACKAGE_URL, and PACKAGE_IMAGE to the name of the published image'}`)
  if (process.argv.includes('--try')) await tryPackages(made)
  return 0
})
