import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteFiles, restoreFiles } from '@hornets/contract/admin/files/file-changes'
import { finalizeEvent, nip19 } from 'nostr-tools'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newOperator, type Operator, type Relay, startRelay } from '../harness.ts'
import { putAdmin } from '../support/people.ts'
import { photoOf } from '../support/photos.ts'
import { person, png, sha256 } from './media-world.ts'

let clock = Date.now()
let relay: Relay
let token: string
let operator: Operator
beforeAll(async () => {
  relay = await startRelay({ now: () => clock })
  ;({ token, operator } = await relay.signedIn())
})
afterAll(() => relay.close())

const api = (path: string, body?: unknown, method?: string) =>
  relay.call(`/api/files${path}`, { token, ...(body !== undefined && { body }), ...(method && { method }) })
const http = () => relay.publicUrl.replace(/^ws/, 'http')

/** Signed by the test's clock instead of the real one. */
const headerNow = (owner: ReturnType<typeof person>, hashes: string[]) =>
  owner.header('upload', hashes, template => {
    template.created_at = Math.floor(clock / 1000) - 1
    template.tags = template.tags.map(tag =>
      tag[0] === 'expiration' ? ['expiration', String(template.created_at + 600)] : tag,
    )
  })

async function put(owner: ReturnType<typeof person>, bytes: Uint8Array, type = 'image/png'): Promise<string> {
  const answer = await fetch(`${http()}/upload`, {
    method: 'PUT',
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { authorization: headerNow(owner, [sha256(bytes)]), 'content-type': type },
  })
  expect(answer.status).toBe(201)
  return sha256(bytes)
}
const publicStatus = async (hash: string) => (await fetch(`${http()}/${hash}`)).status
const jobsDone = () => relay.context.media.manager.jobs.settled()

beforeEach(async () => {
  await api('/jobs', { action: 'trash', selection: { filter: {} } })
  await jobsDone()
})

describe('the list', () => {
  it('MEDIA-21, API-14: returns pages of 20 with their number, newest first, filtered by type (FAMILY-19)', async () => {
    const ann = person()
    for (let n = 0; n < 22; n++) {
      clock += 1000
      await put(ann, png(100 + n))
    }
    await put(ann, Buffer.from('just some words'), 'text/plain')
    const { body } = await api('?type=image/*')
    expect(body.data).toHaveLength(20)
    expect(body.data[0].Size).toBe(121)
    expect(body.meta).toMatchObject({ page: 1, limit: 20, total: 22, total_pages: 2, total_bytes: 22 * 100 + 231 })
    const second = await api('?type=image/*&page=2')
    expect(second.body.data.map((file: { Size: number }) => file.Size)).toEqual([101, 100])
    expect(second.body.meta).toMatchObject({ page: 2, total_pages: 2, next: null })
    const { body: after } = await api(`?type=image/*&cursor=${body.meta.next}`)
    expect(after.data).toEqual(second.body.data)
    expect((await api('?type=documents')).body.meta.total).toBe(1)
    // As other consoles of the family ask.
    const { body: images } = await api('?type=image&page=1&limit=20')
    expect([images.data, images.meta.total]).toEqual([body.data, 22])
    expect((await api('?type=video/*')).body).toMatchObject({
      data: [],
      meta: { total: 0, total_pages: 0, next: null },
    })
    expect((await api('?cursor=nonsense')).status).toBe(400)
    expect((await api('?sort=largest&limit=1')).body.data[0].Size).toBe(121)
    const { body: months } = await api('/months?type=image/*')
    expect(months.months.reduce((sum: number, { files }: { files: number }) => sum + files, 0)).toBe(22)
  })

  it('API-14: gives each file with its owner, times, status and links, the newest first (DATA-13, MEDIA-23)', async () => {
    const ann = person()
    const older = await put(ann, png(150))
    clock += 1000
    const photo = await photoOf(40, 30)
    const newer = await put(ann, photo, 'image/jpeg')
    await relay.context.media.thumbnails.settled()
    const { body } = await api('?limit=5')
    expect(body.meta).toMatchObject({ limit: 5, total: 2 })
    expect((await api('?limit=1')).body.meta).toMatchObject({ limit: 1, total: 2 })
    expect(body.data.map(({ Hash }: { Hash: string }) => Hash)).toEqual([newer, older])
    const at = new Date(Math.floor(clock / 1000) * 1000).toISOString()
    expect(body.data[0]).toMatchObject({
      FileName: `${newer}.jpg`,
      MimeType: 'image/jpeg',
      Size: photo.length,
      Owner: ann.pubkey,
      Status: 'stored',
    })
    // A small image, never the file itself.
    expect(Buffer.from(body.data[0].Content, 'base64').toString('latin1', 0, 12)).toMatch(/^RIFF.{4}WEBP$/s)
    const thumbnail = await fetch(`${relay.adminUrl}${body.data[0].ThumbnailUrl}`)
    expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect([body.data[0].Timestamp, body.data[0].TimestampHornets].map(Date.parse)).toEqual(
      Array(2).fill(Date.parse(at)),
    )
    await api('/delete', { hashes: [older] })
    expect((await api(`?status=trashed&q=${older}`)).body.data).toMatchObject([{ Hash: older, Status: 'trashed' }])
  })

  it('API-14, MEDIA-21: narrows by a pattern of types, words and owner, and sorts; without a type it lists all (DATA-14)', async () => {
    const [ann, bob] = [person(), person()]
    const small = await put(ann, png(160))
    clock += 1000
    const large = await put(bob, png(170))
    clock += 1000
    const words = await put(bob, Buffer.from('words'), 'text/plain')
    const found = async (query: string) =>
      (await api(`?sort=largest&${query}`)).body.data.map(({ Hash }: { Hash: string }) => Hash)
    expect(await found('')).toEqual([large, small, words])
    expect(await found('type=image/*')).toEqual([large, small])
    for (const type of ['*/plain', 'text/pl*n']) expect(await found(`type=${type}`)).toEqual([words])
    expect([await found('type=image/j*'), await found('type=*')]).toEqual([[], [large, small, words]])
    expect(await found(`owner=${bob.pubkey}`)).toEqual([large, words])
    expect(await found(`q=${small.slice(0, 10)}`)).toEqual([small])
    const rank = { [small]: 1, [large]: 2, [words]: 3 }
    const sorted = async (sort: string) =>
      (await api(`?sort=${sort}`)).body.data.map(({ Hash }: { Hash: string }) => rank[Hash])
    expect(await sorted('smallest')).toEqual([3, 1, 2])
    expect([await sorted('oldest'), await sorted('newest')]).toEqual([
      [1, 2, 3],
      [3, 2, 1],
    ])
    const byName = [small, large, words].sort().map(hash => rank[hash])
    expect(await sorted('name')).toEqual(byName)
    const named = await fetch(`${relay.adminUrl}/api/files/upload?name=Barn-Owl.txt`, {
      method: 'PUT',
      body: 'an owl',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
    })
    expect(named.status).toBe(200)
    expect(await found('q=owl')).toEqual([sha256(Buffer.from('an owl'))])
  })

  it('finds files by owner as npub, by size, time, name and the beginning of the hash', async () => {
    const [ann, bob] = [person(), person()]
    const bytes = png(500)
    const hash = await put(ann, bytes)
    await put(bob, png(600))
    await fetch(`${http()}/upload`, { method: 'PUT', body: bytes, headers: { authorization: headerNow(bob, [hash]) } })
    const total = async (query: string) => (await api(`?${query}`)).body.meta.total
    expect(await total(`owner=${nip19.npubEncode(ann.pubkey)}`)).toBe(1)
    expect(await total(`owner=${bob.pubkey}`)).toBe(2)
    expect(await total('min_bytes=501')).toBe(1)
    expect(await total('max_bytes=500')).toBe(1)
    expect(await total(`q=${hash.slice(0, 12)}`)).toBe(1)
    expect(await total('q=%25')).toBe(0)
    expect(await total(`from=${new Date(clock + 5000).toISOString()}`)).toBe(0)
    expect((await api('?owner=npub1xyz')).status).toBe(400)
    const { body: owners } = await api('/owners?limit=1')
    expect(owners).toMatchObject({ owners: [{ pubkey: bob.pubkey, files: 2, bytes: 1100 }], total: 2 })
    const { body: totals } = await api('/totals')
    expect(totals).toMatchObject({ stored: { files: 2, bytes: 1100 }, owners: 2 })
    expect(totals.groups[0]).toEqual({ group: 'images', files: 2, bytes: 1100 })
  })

  it('tells owners, fetches and the events that use a file', async () => {
    const ann = person()
    const hash = await put(ann, png(300))
    const note = finalizeEvent(
      { kind: 1063, content: 'look', tags: [['x', hash]], created_at: Math.floor(clock / 1000) },
      newOperator().secretKey,
    )
    const socket = new WebSocket(relay.publicUrl)
    await new Promise(open => socket.addEventListener('open', open))
    socket.send(JSON.stringify(['EVENT', note]))
    await new Promise<void>(answered =>
      socket.addEventListener('message', ({ data }) => {
        if (JSON.parse(data)[0] === 'OK') answered()
      }),
    )
    socket.close()
    expect(await publicStatus(hash)).toBe(200)
    await fetch(`${http()}/${hash}`, { headers: { range: 'bytes=5-9' } })
    await fetch(`${http()}/${hash}`, { method: 'HEAD' })
    await relay.context.media.countFetches()
    const { body } = await api(`/${hash}/details`)
    expect(body.owners).toMatchObject([{ pubkey: ann.pubkey, name: null }])
    expect(body.fetched.count).toBe(1)
    const { body: uses } = await api(`/${hash}/events`)
    expect(uses).toMatchObject({ events: [{ event: { id: note.id } }], finished: true })
    expect((await api(`/${'a'.repeat(64)}/details`)).status).toBe(404)
  })

  it('BUD-03, BUD-10: gives a file’s Blossom URI, finds it by that, and says where its owner keeps files too', async () => {
    const ann = person()
    const hash = await put(ann, png(310))
    const servers = [
      'https://cdn.example',
      'http://127.0.0.1:1',
      'ftp://old.example',
      'nonsense',
      'https://cdn.example/',
    ]
    const list = await ann.signer({
      kind: 10_063,
      content: '',
      tags: servers.map(server => ['server', server]),
      created_at: Math.floor(clock / 1000),
    })
    expect(await relay.context.nostr.publish(list, '192.0.2.1')).toMatchObject({ accepted: true })
    const { body } = await api(`/${hash}/details`)
    expect(body.otherUrls).toEqual([`https://cdn.example/${hash}.png`])
    expect(body.blossomUri).toBe(`blossom:${hash}.png?as=${ann.pubkey}&sz=310`)
    const found = await api(`?q=${encodeURIComponent(body.blossomUri)}`)
    expect(found.body.data.map(({ Hash }: { Hash: string }) => Hash)).toEqual([hash])
  })
})

describe('the trash', () => {
  it('MEDIA-02, MEDIA-09, R-54: a deleted file is served no more, is counted nowhere, and comes back as it was (DATA-20)', async () => {
    const ann = person()
    const hash = await put(ann, png(400))
    expect((await api('/delete', { hashes: [hash, 'b'.repeat(64)] })).body).toEqual({ deleted: 1, failed: 1 })
    expect(await publicStatus(hash)).toBe(404)
    expect(await (await fetch(`${http()}/list/${ann.pubkey}`)).json()).toEqual([])
    expect((await api('/totals')).body.stored.files).toBe(0)
    expect((await api('/owners')).body.total).toBe(0)
    const { body } = await api(`?status=trashed&q=${hash}`)
    expect(body.data[0]).toMatchObject({ Status: 'trashed', PurgeAt: expect.any(String) })
    expect((await api('/restore', { hashes: [hash] })).body).toEqual({ restored: 1, failed: 0 })
    expect(await publicStatus(hash)).toBe(200)
    expect((await api('/owners')).body.owners).toMatchObject([{ pubkey: ann.pubkey, bytes: 400 }])
    expect((await api(`/${hash}`, undefined, 'DELETE')).body).toEqual({ success: true })
    expect((await api(`/${hash}`, undefined, 'DELETE')).status).toBe(404)
  })

  it('writes one line in the audit log for several files that are deleted together, and names them (DATA-20)', async () => {
    const ann = person()
    const hashes: string[] = []
    for (let n = 0; n < 3; n++) hashes.push(await put(ann, png(100 + n)))
    const entries = async (action: string) => {
      const { body } = await relay.call(`/api/audit?action=${action}&limit=100`, { token })
      return body.entries as { target: string; after: { files: number; bytes: number; hashes: string[] } }[]
    }
    const [deleted, restored] = [deleteFiles.audit, restoreFiles.audit]
    const before = [(await entries(deleted)).length, (await entries(restored)).length]
    expect((await api('/delete', { hashes })).body).toEqual({ deleted: 3, failed: 0 })
    await api('/restore', { hashes })
    for (const [at, action] of [deleted, restored].entries()) {
      const [newest, ...older] = await entries(action)
      expect(older).toHaveLength(before[at] ?? 0)
      expect(newest).toMatchObject({ target: '3 files', after: { files: 3, bytes: 303 } })
      expect(newest?.after.hashes.toSorted()).toEqual(hashes.toSorted())
    }
  })

  it('deletes all matches except excluded ones in a job with progress, and undoes it as a whole', async () => {
    const ann = person()
    const hashes: string[] = []
    for (let n = 0; n < 7; n++) hashes.push(await put(ann, png(100 + n)))
    const except = hashes.slice(0, 2)
    const started = await api('/jobs', { action: 'trash', selection: { filter: { owner: ann.pubkey }, except } })
    expect(started.body.job).toMatchObject({ action: 'trash', files: 5, by: operator.pubkey })
    await jobsDone()
    const [job] = (await api('/jobs')).body.jobs
    expect(job).toMatchObject({ state: 'done', filesDone: 5, undoable: 5, bytesDone: job.bytes })
    expect((await api(`?owner=${ann.pubkey}`)).body.meta.total).toBe(2)
    expect((await api(`/jobs/${job.id}/stop`, {})).status).toBe(409)
    await api(`/jobs/${job.id}/undo`, {})
    await jobsDone()
    expect((await api(`?owner=${ann.pubkey}`)).body.meta.total).toBe(7)
    expect((await api(`/jobs/${job.id}/undo`, {})).body.error).toBe('None of these files is in the trash any more')
    expect((await api('/jobs', { action: 'trash', selection: { filter: { q: 'none such' } } })).status).toBe(409)
  })

  it('removes purged files from the disk, by operators with their password only', async () => {
    const hash = await put(person(), png(200))
    await api('/delete', { hashes: [hash] })
    const moderator = await putAdmin(relay, 'moderator')
    const body = { selection: { hashes: [hash] } }
    expect((await relay.call('/api/files/purge', { token: moderator.token, body })).status).toBe(403)
    clock += 11 * 60_000
    expect((await api('/purge', body)).body.code).toBe('password_needed')
    await relay.call('/api/account/confirm-password', { token, body: { password: operator.password } })
    expect((await api('/purge', body)).status).toBe(200)
    await jobsDone()
    expect((await api(`/${hash}`)).status).toBe(404)
    expect((await api(`?status=trashed&q=${hash}`)).body.meta.total).toBe(0)
  })

  it('after 30 days the trash empties itself', async () => {
    const hash = await put(person(), png(210))
    await api('/delete', { hashes: [hash] })
    clock += 29 * 86_400_000
    await relay.context.media.manager.trash.look()
    expect((await relay.context.media.service.openAny(hash).then(blob => blob?.content.close())) === undefined).toBe(
      true,
    )
    clock += 2 * 86_400_000
    expect(await relay.context.media.manager.trash.look()).toBeGreaterThan(0)
    expect(await relay.context.media.service.openAny(hash)).toBeNull()
    token = await relay.login(operator)
  })
})

describe('fetching', () => {
  it('R-55: serves ranges by link without a token, but no other file or purpose, and not after expiry (DATA-19)', async () => {
    const bytes = png(1000)
    const hash = await put(person(), bytes)
    const { body } = await api(`?q=${hash}`)
    const url = `${relay.adminUrl}${body.data[0].Url}`
    const part = await fetch(url, { headers: { range: 'bytes=10-19' } })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20))
    expect(part.headers.get('content-security-policy')).toContain('sandbox')
    expect((await fetch(`${url}&download=1`)).headers.get('content-disposition')).toMatch(/^attachment; filename="/)
    expect((await fetch(url, { headers: { 'if-none-match': `"${hash}"` } })).status).toBe(304)
    for (const wrong of [
      url.replace(hash, 'c'.repeat(64)),
      url.replace('/content', '/thumbnail'),
      `${url}x`,
      url.replace('until=', 'until=9'),
    ])
      expect((await fetch(wrong)).status, wrong).toBe(403)
    clock += 3 * 3_600_000
    expect((await fetch(url)).status).toBe(403)
    expect((await fetch(`${relay.adminUrl}/api/files/${hash}`)).status).toBe(401)
  })

  it('sends a file whole or in part, with its name and validator (DATA-17)', async () => {
    const bytes = png(900)
    const hash = await put(person(), bytes)
    const ask = (headers: Record<string, string> = {}) =>
      fetch(`${relay.adminUrl}/api/files/${hash}`, { headers: { authorization: `Bearer ${token}`, ...headers } })
    const whole = await ask()
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      etag: `"${hash}"`,
      'content-disposition': expect.stringContaining(`filename="${hash}.png"`),
      'x-content-type-options': 'nosniff',
    })
    const part = await ask({ range: 'bytes=5-9' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 5-9/900'])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(5, 10))
    expect((await ask({ 'if-none-match': `"${hash}"` })).status).toBe(304)
  })

  it.each([
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['text/html', '<!doctype html><p>hello'],
  ])('sends %s as a download to everybody (DATA-18)', async (type, text) => {
    const hash = await put(person(), Buffer.from(text), type)
    const { body } = await api(`?q=${hash}`)
    const headers = { authorization: `Bearer ${token}` }
    for (const url of [
      `${http()}/${hash}`,
      `${relay.adminUrl}/api/files/${hash}`,
      `${relay.adminUrl}${body.data[0].Url}`,
    ])
      expect((await fetch(url, { headers })).headers.get('content-disposition'), url).toMatch(/^attachment; /)
  })

  it('downloads a selection as a zip that unzip reads, with equal names kept apart', async () => {
    const upload = (bytes: Uint8Array) =>
      fetch(`${relay.adminUrl}/api/files/upload?name=${encodeURIComponent('../Größe.txt')}`, {
        method: 'PUT',
        body: bytes as Uint8Array<ArrayBuffer>,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
      }).then(answer => answer.json() as Promise<{ file: { FileName: string; Owner: string }; created: boolean }>)
    const { file, created } = await upload(Buffer.from('one'))
    expect([file.FileName, file.Owner, created]).toEqual(['Größe.txt', operator.pubkey, true])
    await upload(Buffer.from('two'))
    const { body } = await api('/archive', { selection: { filter: { q: 'größe' } } })
    expect(body).toMatchObject({ files: 2, bytes: 6 })
    const limit = vi.spyOn(ServerResponse.prototype, 'setTimeout')
    const zip = Buffer.from(await (await fetch(`${relay.adminUrl}${body.path}`)).arrayBuffer())
    expect(limit, 'an unread download ends (hang-up-on-stall.test.ts)').toHaveBeenCalledWith(60_000, expect.anything())
    limit.mockRestore()
    const folder = mkdtempSync(join(tmpdir(), 'hornets-zip-'))
    try {
      writeFileSync(join(folder, 'a.zip'), zip)
      const script =
        'import zipfile,sys,json; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps({n:z.read(n).decode() for n in z.namelist()}))'
      const listed = JSON.parse(execFileSync('python3', ['-c', script, join(folder, 'a.zip')], { encoding: 'utf8' }))
      expect(Object.values(listed).sort()).toEqual(['one', 'two'])
      expect(Object.keys(listed)).toContain('Größe.txt')
      expect(readFileSync(join(folder, 'a.zip')).length).toBe(zip.length)
    } finally {
      rmSync(folder, { recursive: true })
    }
    expect((await fetch(`${relay.adminUrl}/api/files/archive?key=nothing`)).status).toBe(404)
  })
})
