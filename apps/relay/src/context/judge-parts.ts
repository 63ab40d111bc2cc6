import type { Actor } from '../audit/audit-log.ts'
import { openJudges } from '../judges/open-judges.ts'
import { openXnostr } from '../xnostr/open-xnostr.ts'
import type { AdminParts } from './admin-parts.ts'
import type { EventParts } from './event-parts.ts'
import type { Frame } from './frame.ts'
import type { MediaParts } from './media-parts.ts'
import type { PolicyParts } from './policy-parts.ts'

export type JudgeParts = Awaited<ReturnType<typeof openJudgeParts>>

export async function openJudgeParts(frame: Frame, parts: AdminParts & EventParts & PolicyParts & MediaParts) {
  const { config, sandbox, bus, wayOut, rounds, now, logger, opened } = frame
  const {
    adminDatabase: database,
    audit,
    settings,
    relaySettings,
    events,
    relay,
    publisher,
    names,
    held: files,
    media,
  } = parts
  const judging = {
    database,
    audit,
    settings,
    events,
    files,
    publisher,
    bus,
    wayOut,
    rounds,
    now,
    logger,
    moderationMode: () => relaySettings.current().moderationMode,
    isOurs: (address: string) => names.isOurs(address),
    relayKey: () => relay.pubkey(),
    stored: media.service,
    storedFiles: storedFilesIn(media),
    remote: media.remoteFiles,
    guard: media.guard,
  }
  const judges = opened.adopt(await openJudges(judging), part => part.close())
  parts.serviceStates.register('image_moderation', () => ({
    ...judges.judge.state(),
    queue: judges.images.waitingCount,
  }))
  const checks = { database, settings, events, publisher, wayOut, rounds, now, logger, isDemo: sandbox !== undefined }
  const xnostr = opened.adopt(openXnostr({ ...checks, programFolders: config.programFolders }), part => part.close())
  parts.serviceStates.register('xnostr', () => xnostr.checks.status())
  parts.trials.takeMirrorsBy(url => xnostr.mirrors.takeOne(url))
  return { judges, xnostr }
}

function storedFilesIn({ service, manager }: MediaParts['media']) {
  return {
    typeOf: async (hash: string) => (await service.find(hash))?.mime,
    async linksTo(hashes: readonly string[]) {
      const links = new Map<string, { media_url: string; thumbnail_url: string }>()
      for (const [hash, { file }] of await manager.catalogue.named(hashes))
        links.set(hash, { media_url: file.Url, thumbnail_url: file.ThumbnailUrl })
      return links
    },
    trash: (hash: string, actor: Actor) => manager.editor.trash([hash], actor),
  }
}
