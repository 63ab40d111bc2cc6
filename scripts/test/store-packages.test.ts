import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyRelease } from '../package/make-packages.mjs'
import { makeStartos } from '../package/make-startos.mjs'
import { makeUmbrel } from '../package/make-umbrel.mjs'
import { productFacts } from '../package/product-facts.mjs'
import { inProject } from '../setup/workspace.mjs'

const read = (...path: string[]) => readFileSync(join(...path), 'utf8')
const { name, version, license } = JSON.parse(read(inProject('package.json'))) as Record<string, string>
const image = read(inProject('packaging/Dockerfile'))
const compose = read(inProject('packaging/compose.yaml'))
const url = 'https://relay.example.com/source'

function inFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hornets-stores-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Of a flat YAML file whose strings are JSON's. */
const fieldsOf = (yaml: string) =>
  Object.fromEntries(
    [...yaml.matchAll(/^(\w+): (.+)$/gm)].map(([, key = '', value = '']) => [
      key,
      /^["[\d]/.test(value) ? (JSON.parse(value) as unknown) : value,
    ]),
  )

const short = (most: number) => expect.stringMatching(new RegExp(`^[\\s\\S]{1,${most}}$`))

test('the Umbrel app has every field that umbrelOS reads, and the ports, folder and user of the image', () => {
  const digest = `sha256:${'a'.repeat(64)}`
  const folder = makeUmbrel(inFolder(), productFacts(), { image: `registry.example.com/relay@${digest}`, url })
  const store = fieldsOf(read(folder, 'umbrel-app-store.yml'))
  const app = fieldsOf(read(folder, name as string, 'umbrel-app.yml'))
  expect(app).toEqual({
    manifestVersion: 1,
    id: name,
    name: JSON.parse(read(inProject('apps/console/public/manifest.webmanifest'))).name,
    tagline: short(100),
    category: 'social',
    version,
    port: expect.any(Number),
    description: short(5000),
    developer: short(50),
    website: url,
    repo: url,
    support: url,
    submitter: short(50),
    submission: url,
    gallery: [],
    dependencies: [],
    path: '',
    defaultUsername: '',
    defaultPassword: '',
  })
  expect(app.tagline).not.toMatch(/\.$/)
  expect(app.id).toMatch(new RegExp(`^${store.id}-[a-z-]+$`))
  expect(read(inProject('LICENSE'))).toContain(app.developer)

  const services = read(folder, name as string, 'docker-compose.yml')
  const valueAt = (key: string) => new RegExp(`^ +(?:- )?${key}:? ?(.+)$`, 'm').exec(services)?.[1]
  expect(valueAt('image')).toBe(`registry.example.com/relay:${version}@${digest}`)
  expect(valueAt('APP_HOST')).toBe(`${name}_server_1`)
  const [, exposed = ''] = /^EXPOSE (.+)$/m.exec(image) ?? []
  const [relayPort, consolePort] = exposed.split(' ')
  expect(services).toContain(`ports:\n      - "${relayPort}:${relayPort}"\n`)
  expect(valueAt('APP_PORT')).toBe(consolePort)
  expect(app.port).toBe(Number(consolePort))
  const [, id] = / --uid (\d+) .* hornets$/m.exec(image) ?? []
  expect(valueAt('user')).toBe(`"${id}:${id}"`)
  expect(image).toContain('\nUSER hornets\n')
  const [, mounted = ''] = /^VOLUME (.+)$/m.exec(image) ?? []
  expect(image).toContain(`DATA_DIR=${mounted} `)
  expect(services).toContain(`\n      - \${APP_DATA_DIR}/data:${mounted}\n`)
  expect(existsSync(join(folder, name as string, 'data'))).toBe(true)
  for (const key of ['TRUST_PROXY', 'stop_grace_period'])
    expect([key, valueAt(key)]).toEqual([key, new RegExp(`${key}: (.+)$`, 'm').exec(compose)?.[1]])
})

test('the StartOS package has every file that its SDK packs, and the facts of the image', () => {
  const release = join(inFolder(), 'package')
  copyRelease(release)
  const folder = makeStartos(join(inFolder(), 'startos'), release, productFacts(), url)
  for (const file of ['LICENSE', 'Makefile', 'README.md', 'instructions.md', 'icon.svg', 'tsconfig.json', 'assets'])
    expect([file, existsSync(join(folder, file))]).toEqual([file, true])
  expect(statSync(join(folder, 'icon.svg')).size).toBeLessThan(40 * 1024)

  const [, json = ''] = /^export const facts = ([\s\S]+) as const\n$/.exec(read(folder, 'startos/facts.ts')) ?? []
  const [, exposed = ''] = /^EXPOSE (.+)$/m.exec(image) ?? []
  const [relayPort, consolePort] = exposed.split(' ').map(Number)
  const facts = JSON.parse(json)
  expect(facts).toMatchObject({
    version,
    license,
    relayPort,
    consolePort,
    url,
    summary: short(80),
    description: short(500),
  })
  expect(image).toContain(`\nVOLUME ${facts.dataDir}\n`)
  expect(image).toContain(`\nUSER ${facts.user}\n`)
  expect(compose).toContain(`stop_grace_period: ${facts.stopSeconds}s\n`)
  expect(compose).toContain(`TRUST_PROXY: ${facts.trustProxy}\n`)

  const manifest = read(folder, 'startos/manifest/index.ts')
  expect(/^ {2}id: '(.+)',$/m.exec(manifest)?.[1]).toBe(name)
  const [, context = '', dockerfile = ''] = /workdir: '(.+)', dockerfile: '(.+)'/.exec(manifest) ?? []
  expect(read(folder, dockerfile)).toBe(image)
  for (const needed of ['package-lock.json', 'apps', 'scripts', '.dockerignore'])
    expect([needed, existsSync(join(folder, context, needed))]).toEqual([needed, true])
  const [, file = ''] = /readFile\('([\w-]+)'/.exec(read(folder, 'startos/actions.ts')) ?? []
  expect(read(inProject('apps/relay/src/accounts/setup-token.ts'))).toContain(`'${file}'`)
})

test('the image that compose builds has the name of the package', () => {
  expect(/^ +image: (hornets.*)$/m.exec(compose)?.[1]).toBe(name)
})
