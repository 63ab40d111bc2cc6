import { randomBytes } from 'node:crypto'
import { localNode } from '../../setup/local-node.mjs'
import { inProject, root } from '../../setup/workspace.mjs'
import { outputOf } from './docker.mjs'

export const newSecret = () => randomBytes(32).toString('hex')
const client = inProject('scripts/package/try/client.mjs')

/** From this machine, with this project's packages. @param {object} order */
export const deed = order => JSON.parse(outputOf(localNode(), [client, root, JSON.stringify(order)]))

/** Inside a container, with its own packages. @param {string} container @param {string} node @param {object} order */
export function deedIn(container, node, order) {
  outputOf('docker', ['cp', client, `${container}:/var/tmp/client.mjs`])
  return JSON.parse(
    outputOf('docker', ['exec', container, node, '/var/tmp/client.mjs', '/opt/hornets', JSON.stringify(order)]),
  )
}
