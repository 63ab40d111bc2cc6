import { imageModeration, type ValuesOf } from '@hornets/contract/admin/settings'
import { OutsideService } from '@hornets/server/outgoing/outside-service'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Rounds } from '@hornets/server/rounds'
import type { EventStore } from '../events/event-store.ts'
import type { BanGuard } from '../media/library/bans/ban-guard.ts'
import type { MediaService } from '../media/library/media-service.ts'
import type { RemoteFiles } from '../media/library/uploads/remote-file.ts'
import type { Publisher } from '../publisher/publisher.ts'
import type { Settings } from '../settings/settings.ts'
import { BanLists } from './ban-lists.ts'
import { ImageJudge } from './image-judge.ts'
import { ImageModeration, type ImageModerationParts } from './image-moderation.ts'
import { JudgeStore } from './judge-store.ts'
import { JudgedVerdicts } from './judged-verdicts.ts'
import { MediaReader } from './media-reader.ts'
import { ModerationCases, type ModerationParts } from './moderation-cases.ts'

interface Parts
  extends Omit<ModerationParts, 'store' | 'publisher'>,
    Omit<ImageModerationParts, 'store' | 'cases' | 'bans' | 'judge' | 'media' | 'events' | 'settings'> {
  readonly events: EventStore
  readonly publisher: Publisher | undefined
  readonly settings: Settings
  readonly wayOut: WayOut
  readonly rounds: Rounds
  readonly stored: Pick<MediaService, 'open'>
  readonly remote: Pick<RemoteFiles, 'open'>
  readonly guard: Pick<BanGuard, 'reasonOf'>
}

const hourMs = 3_600_000

export async function openJudges(parts: Parts) {
  const { database, settings, wayOut, rounds, now } = parts
  const store = new JudgeStore(database.reads)
  const cases = new ModerationCases({ ...parts, store })
  const service = new OutsideService({ wayOut, now })
  const judgedVerdicts = new JudgedVerdicts({ ...parts, store, cases })
  const judge = new ImageJudge(settings, service)
  const media = new MediaReader(parts.stored, parts.remote)
  const images = new ImageModeration({ ...parts, store, cases, bans: new BanLists(parts.guard), judge, media })
  const round = rounds.open({ name: 'image_moderation', everyMs: null, isLong: true, work: () => images.round() })
  const follow = ({ enabled, check_interval }: ValuesOf<typeof imageModeration>) => {
    service.turn(enabled)
    // Off, it only deletes what nobody disputed in time.
    round.every(enabled ? check_interval * 1000 : hourMs)
  }
  parts.files.guardNew(file => images.takeFile(file))
  await images.resume()
  let { enabled: isOn } = settings.get(imageModeration)
  follow(settings.get(imageModeration))
  settings.onChange(imageModeration, values => {
    follow(values)
    if (values.enabled !== isOn) images.turn()
    isOn = values.enabled
  })
  const close = async () => {
    await round.close()
    await images.close()
  }
  return { images, cases, judgedVerdicts, judge, close }
}
