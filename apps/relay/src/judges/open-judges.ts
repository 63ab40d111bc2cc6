import { imageModeration } from '@hornets/contract/admin/settings'
import { OutsideService } from '@hornets/server/outgoing/outside-service'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Round, Rounds } from '@hornets/server/rounds'
import type { Bus } from '../bus/bus.ts'
import type { EventStore } from '../events/event-store.ts'
import type { MediaService } from '../media/library/media-service.ts'
import type { RemoteFiles } from '../media/library/uploads/remote-file.ts'
import type { Settings } from '../settings/settings.ts'
import { ImageJudge } from './image-judge.ts'
import { ImageModeration, type ImageModerationParts } from './image-moderation.ts'
import { JudgeStore } from './judge-store.ts'
import { MediaReader } from './media-reader.ts'
import { ModerationCases, type ModerationParts } from './moderation-cases.ts'

interface Parts
  extends Omit<ModerationParts, 'store'>,
    Omit<ImageModerationParts, 'store' | 'cases' | 'judge' | 'media' | 'events' | 'settings'> {
  readonly events: EventStore
  readonly settings: Settings
  readonly bus: Bus
  readonly wayOut: WayOut
  readonly rounds: Rounds
  readonly stored: Pick<MediaService, 'open'>
  readonly remote: Pick<RemoteFiles, 'open'>
}

/** The judging of images and videos, at the interval of its settings. */
export async function openJudges(parts: Parts) {
  const { database, settings, bus, wayOut, rounds, now } = parts
  const store = new JudgeStore(database.reads)
  const cases = new ModerationCases({ ...parts, store })
  const service = new OutsideService({ wayOut, now })
  const judge = new ImageJudge(settings, service)
  const media = new MediaReader(parts.stored, parts.remote)
  const images = new ImageModeration({ ...parts, store, cases, judge, media })
  let round: Round<void> | undefined
  const follow = async ({
    enabled,
    check_interval,
  }: {
    readonly enabled: boolean
    readonly check_interval: number
  }) => {
    service.turn(enabled)
    const before = round
    const everyMs = check_interval * 1000
    round = enabled ? rounds.open({ name: 'image moderation', everyMs, work: () => images.round() }) : undefined
    await before?.close()
  }
  await images.resume()
  await follow(settings.get(imageModeration))
  settings.onChange(imageModeration, values => void follow(values))
  bus.on('newFile', file => images.takeFile(file))
  const close = async () => {
    await round?.close()
    await images.close()
  }
  return { images, cases, judge, close }
}
