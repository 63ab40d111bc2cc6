import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from '../setup/workspace.mjs'
import { description, summary } from './product-facts.mjs'

/**
 * What `make` of StartOS's SDK packs: our sources for it, the release that its image is built from, and the facts.
 * @param {string} folder @param {string} release @param {import('./product-facts.mjs').ProductFacts} facts @param {string} url
 */
export function makeStartos(folder, release, facts, url) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(inProject('packaging/startos'), folder, { recursive: true })
  cpSync(release, join(folder, 'release'), { recursive: true })
  // Docker reads the list beside a Dockerfile, but only with its newer builder.
  cpSync(inProject('packaging/Dockerfile.dockerignore'), join(folder, 'release', '.dockerignore'))
  cpSync(inProject('LICENSE'), join(folder, 'LICENSE'))
  cpSync(inProject('apps/console/public/mark.svg'), join(folder, 'icon.svg'))
  const all = { ...facts, summary, description, url }
  writeFileSync(join(folder, 'startos', 'facts.ts'), `export const facts = ${JSON.stringify(all, null, 2)} as const\n`)
  return folder
}
