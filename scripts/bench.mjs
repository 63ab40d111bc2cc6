// `npm run bench -- name`: benchmarks with `name` in theirs, one by one on a machine that does nothing else.
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { runVisibly } from './run/command.mjs'
import { say } from './run/progress.mjs'
import { runScript, ScriptError } from './run/script-error.mjs'
import { ensureBitcoind } from './setup/bitcoind.mjs'
import { bootstrap } from './setup/bootstrap.mjs'
import { ensureBrowser } from './setup/browser.mjs'
import { buildConsole } from './setup/build-console.mjs'
import { localEnvironment, localNode } from './setup/local-node.mjs'
import { inProject } from './setup/workspace.mjs'

await runScript(async () => {
  const [filter = '', ...rest] = process.argv.slice(2)
  const found = readdirSync(inProject('bench'), { encoding: 'utf8', recursive: true }).filter(
    path => path.endsWith('.bench.ts') && basename(path).includes(filter),
  )
  if (found.length === 0) throw new ScriptError(`No benchmark has "${filter}" in its name.`)
  await bootstrap()
  const env = { ...localEnvironment(), CHROMIUM_PATH: await ensureBrowser(), BITCOIND: await ensureBitcoind() }
  await buildConsole()
  let failed = 0
  for (const path of found.sort()) {
    say(`\n${basename(path)}`)
    if ((await runVisibly(localNode(), [inProject('bench', path), ...rest], { env })) !== 0) failed += 1
  }
  return failed > 0 ? 1 : 0
})
