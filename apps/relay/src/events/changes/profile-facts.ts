import { readProfileContent } from './profile-content.ts'

export interface ProfileFacts {
  readonly lightning: boolean
  readonly dht: boolean
}

export function readProfileFacts(content: string): ProfileFacts {
  const fields = readProfileContent(content)
  return { lightning: isAnnounced(fields.lud16) || isAnnounced(fields.lud06), dht: isAnnounced(fields['dht-key']) }
}

function isAnnounced(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}
