import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { UnreadableError } from './scores.ts'

const run = promisify(execFile)
const framesMax = 12
const secondsApart = 5
const runMsMax = 60_000

/** Images from a video, one every few seconds of its first minute. Throws UnreadableError. */
export async function framesBy(ffmpeg: string | undefined, path: string, folder: string): Promise<readonly string[]> {
  if (!ffmpeg) throw new UnreadableError('Videos cannot be judged: ffmpeg is not installed on this machine')
  const filter = `fps=1/${secondsApart}:round=up,scale=224:224`
  const given = ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-t', String(framesMax * secondsApart)]
  const args = [...given, '-i', path, '-vf', filter, '-frames:v', String(framesMax), join(folder, 'frame-%03d.png')]
  try {
    await run(ffmpeg, args, { timeout: runMsMax, killSignal: 'SIGKILL' })
    const names = (await readdir(folder)).filter(name => name.startsWith('frame-'))
    return names.toSorted().map(name => join(folder, name))
  } catch {
    throw new UnreadableError('The video cannot be read')
  }
}
