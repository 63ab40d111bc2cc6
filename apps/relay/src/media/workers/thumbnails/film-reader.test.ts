import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFilmPrograms } from './film-programs.ts'
import { FilmReader } from './film-reader.ts'
import { runProgram } from './run-program.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hornets-films-'))
})
afterAll(() => rm(folder, { recursive: true }))

let written = 0
async function script(name: string, text: string, inFolder = folder): Promise<string> {
  const path = join(inFolder, name)
  await writeFile(path, `#!/bin/sh\n${text}\n`)
  await chmod(path, 0o755)
  return path
}
async function file(content: string | Buffer, extension = 'bin'): Promise<string> {
  const path = join(folder, `${++written}.${extension}`)
  await writeFile(path, content)
  return path
}
const limits = { limitMs: 10_000, bytesMax: 1000, memoryBytesMax: 2 ** 30 }
const run = (text: string, more: Partial<Parameters<typeof runProgram>[2]> = {}) =>
  runProgram('/bin/sh', ['-c', text], { ...limits, ...more })

describe('a program', () => {
  it.each([
    ['that takes too long', 'exec sleep 60', { limitMs: 50 }, 'takes too long'],
    ['that writes too much', 'while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaa; done', {}, 'writes too much'],
    ['that fails', 'exit 3', {}, 'ends with 3'],
    ['that writes a file', 'echo x > "$0"', {}, 'ends with'],
  ])('%s is given up', async (_name, text, more, reason) => {
    await expect(run(text, more)).rejects.toThrow(reason)
  })

  it.runIf(process.platform === 'linux')('fails if it needs more memory than its limit', async () => {
    await expect(run('exec dd if=/dev/zero of=/dev/null bs=2G count=1')).rejects.toThrow('ends with')
  })

  it('is ended with the relay', async () => {
    const closing = new AbortController()
    const running = run('exec sleep 60', { signal: closing.signal })
    closing.abort()
    await expect(running).rejects.toThrow('no longer needed')
    await expect(run('exec sleep 60', { signal: closing.signal })).rejects.toThrow('no longer needed')
  })

  it('knows nothing of the relay’s environment', async () => {
    process.env.FILM_SECRET = 'secret'
    const answer = String(await run('set; echo done'))
    delete process.env.FILM_SECRET
    expect(answer).toContain('done')
    expect(answer).not.toContain('secret')
  })
})

describe('ffmpeg', () => {
  it('is looked for in absolute folders, and needs ffprobe beside it', async () => {
    const alone = await mkdtemp(join(folder, 'alone-'))
    await script('ffmpeg', '', alone)
    expect(await findFilmPrograms([alone, '.', 'bin'])).toBeNull()
    const ffprobe = await script('ffprobe', '', alone)
    expect(await findFilmPrograms(['bin', alone])).toEqual({ ffmpeg: join(alone, 'ffmpeg'), ffprobe })
  })

  /** Answers as ffprobe's documentation has it (`-of json`), and draws nothing. */
  const standIn = async (answer: string) =>
    new FilmReader({
      ffprobe: await script(`ffprobe-${++written}`, `cat <<'END'\n${answer}\nEND`),
      ffmpeg: await script(`ffmpeg-${written}`, 'exit 0'),
    })

  it.each(['', 'no JSON', '[]', '{"streams": 5}', '{"streams": [{"codec_type": "video", "width": -3}]}'])(
    'whose answer is %j is not believed',
    async answer => {
      await expect((await standIn(answer)).read('/any')).rejects.toThrow()
    },
  )

  it('returns displayed dimensions, and ignores cover images', async () => {
    const turned = `{"format": {"duration": "N/A"}, "streams": [
      {"codec_type": "video", "width": 640, "height": 360, "duration": "2.5", "side_data_list": [{"rotation": -90}]},
      {"codec_type": "audio", "duration": "3"}]}`
    expect(await (await standIn(turned)).read('/any')).toEqual({
      size: { width: 360, height: 640 },
      hasSound: true,
      durationMs: 2500,
    })
    const song = `{"format": {"duration": "1e99"}, "streams": [{"codec_type": "audio"},
      {"codec_type": "video", "width": 9, "height": 9, "disposition": {"attached_pic": 1}}]}`
    expect(await (await standIn(song)).read('/any')).toEqual({ size: null, hasSound: true, durationMs: null })
  })

  it('that draws nothing gives no poster', async () => {
    await expect((await standIn('')).drawPoster('/any', 5000)).rejects.toThrow('no frame')
  })
})

const installed = await findFilmPrograms((process.env.PATH ?? '').split(delimiter))
// ffmpeg is optional, for a relay as for its tests. The last test runs seven programs.
describe.runIf(installed)('the installed ffmpeg', { timeout: 90_000 }, () => {
  const reader = new FilmReader(installed ?? { ffmpeg: '', ffprobe: '' })
  async function make(name: string, ...args: string[]): Promise<string> {
    const path = join(folder, name)
    await promisify(execFile)(installed?.ffmpeg ?? '', ['-v', 'error', '-f', 'lavfi', '-i', ...args, path])
    return path
  }

  it.each([
    ['a playlist', '#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n', 'm3u8'],
    ['a list of files', "ffconcat version 1.0\nfile '/etc/hostname'\n", 'ffconcat'],
    ['a picture', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg'],
    ['noise', Buffer.from('00000018667479706d70343200000000', 'hex'), 'mp4'],
  ])('does not read %s', async (_name, content, extension) => {
    const path = await file(content, extension)
    await expect(reader.read(path)).rejects.toThrow()
    await expect(reader.drawPoster(path, null)).rejects.toThrow()
    await expect(reader.drawWaveform(path)).rejects.toThrow()
  })

  it('draws no frame of 60,000 × 60,000 pixels', async () => {
    const film = await readFile(await make('small.avi', 'testsrc=size=64x64:rate=5:duration=1', '-c:v', 'mjpeg'))
    for (let at = film.indexOf('ffc0', 0, 'hex'); at >= 0; at = film.indexOf('ffc0', at + 9, 'hex')) {
      film.writeUInt16BE(60_000, at + 5)
      film.writeUInt16BE(60_000, at + 7)
    }
    await expect(reader.drawPoster(await file(film, 'avi'), 1000)).rejects.toThrow()
  })

  it('draws a poster and a waveform', async () => {
    const film = await make('film.mkv', 'testsrc=size=160x90:rate=5:duration=2', '-c:v', 'mpeg4')
    expect(await reader.read(film)).toEqual({ size: { width: 160, height: 90 }, hasSound: false, durationMs: 2000 })
    expect(await sharp(await reader.drawPoster(film, 2000)).metadata()).toMatchObject({ width: 640, height: 360 })
    await expect(reader.drawWaveform(film)).rejects.toThrow()
    const song = await make('song.wav', 'sine=duration=1')
    expect(await reader.read(song)).toEqual({ size: null, hasSound: true, durationMs: 1000 })
    const { width, hasAlpha } = await sharp(await reader.drawWaveform(song)).metadata()
    expect([width, hasAlpha]).toEqual([640, true])
  })
})
