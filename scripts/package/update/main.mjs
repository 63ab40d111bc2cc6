// `npm run update`, with the relay stopped: a copy of the data, the newest version, its packages and console; or all as before.
import { existsSync } from 'node:fs'
import { assertPortsFree, readPlace } from '../../run/ports.mjs'
import { say } from '../../run/progress.mjs'
import { runScript } from '../../run/script-error.mjs'
import { root } from '../../setup/workspace.mjs'
import { updateClone } from './update-clone.mjs'

const usualPort = 9000

await runScript(async () => {
  const { basePort, dataDir } = readPlace(process.env)
  // Packages must not be replaced below a running relay.
  await assertPortsFree(basePort || usualPort)
  const copy = existsSync(dataDir)
    ? `${dataDir}-before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
    : undefined
  const { from, to } = await updateClone(root, dataDir, copy)
  if (from === to) say('This is the newest version already.')
  else
    say(
      `Updated from ${from.slice(0, 12)} to ${to.slice(0, 12)}: npm start\n` +
        `To go back, stop it and run: git checkout ${from}${copy ? `, replace ${dataDir} by ${copy}` : ''}, npm start`,
    )
  return 0
})
