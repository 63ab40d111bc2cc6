import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { description, summary } from './product-facts.mjs'

/** Strings of JSON are strings of YAML. @param {unknown} value */
const quoted = value => JSON.stringify(value)

/** @param {import('./product-facts.mjs').ProductFacts} facts @param {string} url */
const manifest = (facts, url) => `manifestVersion: 1
id: ${facts.name}
name: ${quoted(facts.title)}
tagline: ${quoted(summary)}
category: social
version: ${quoted(facts.version)}
port: ${facts.consolePort}
description: ${quoted(description)}
developer: ${quoted(facts.authors)}
website: ${quoted(url)}
repo: ${quoted(url)}
support: ${quoted(url)}
submitter: ${quoted(facts.authors)}
submission: ${quoted(url)}
gallery: []
dependencies: []
path: ""
defaultUsername: ""
defaultPassword: ""
`

/** @param {import('./product-facts.mjs').ProductFacts} facts @param {string} image */
const compose = (facts, image) => `version: "3.7"

services:
  app_proxy:
    environment:
      APP_HOST: ${facts.name}_server_1
      APP_PORT: ${facts.consolePort}

  server:
    image: ${image}
    user: "${facts.userId}:${facts.userId}"
    restart: on-failure
    stop_grace_period: ${facts.stopSeconds}s
    ports:
      - "${facts.relayPort}:${facts.relayPort}"
    environment:
      TRUST_PROXY: ${facts.trustProxy}
    volumes:
      - \${APP_DATA_DIR}/data:${facts.dataDir}
`

/**
 * A community app store of one app.
 * @param {string} folder @param {import('./product-facts.mjs').ProductFacts} facts
 * @param {{ image: string, url: string }} published where the image is pulled from, perhaps with its digest, and the project's page
 */
export function makeUmbrel(folder, facts, { image, url }) {
  const app = join(folder, facts.name)
  const [name, digest] = image.split('@')
  const pulled = `${name}:${facts.version}${digest ? `@${digest}` : ''}`
  mkdirSync(join(app, 'data'), { recursive: true })
  // An app's id begins with its store's.
  const [store] = facts.name.split('-')
  writeFileSync(join(folder, 'umbrel-app-store.yml'), `id: ${store}\nname: ${quoted(facts.title)}\n`)
  writeFileSync(join(app, 'umbrel-app.yml'), manifest(facts, url))
  writeFileSync(join(app, 'docker-compose.yml'), compose(facts, pulled))
  writeFileSync(join(app, 'data', '.gitkeep'), '')
  return folder
}
