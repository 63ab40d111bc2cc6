import { trashDays } from '@hornets/contract/admin/files/file-changes'
import { kindName } from '../../i18n/contract-texts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Alert } from '../../ui/states/alert.tsx'
import { type Admission, chosenKinds, chosenMediaTypes, lostKinds, type StoredKind } from './admission.ts'
import { shortened } from './file-limits/file-limit-draft.ts'

interface EffectNoteProps {
  readonly saved: Admission
  readonly draft: Admission
  readonly stored: readonly StoredKind[] | undefined
}

/** Kinds named in the note, which is in the bar at the screen's edge. */
const namedKinds = 4

export function EffectNote({ saved, draft, stored }: EffectNoteProps) {
  const { t, language } = useTexts()
  const lost = stored && lostKinds(saved, draft, stored)
  const kinds = chosenKinds(draft).length
  const mediaTypes = chosenMediaTypes(draft).length
  const isWhitelist = draft.mode === 'whitelist'

  function namesOf(kindNumbers: readonly number[]): string[] {
    const named = kindNumbers.slice(0, namedKinds).map(kind => `${kindName(kind)} (${kind})`)
    const more = kindNumbers.length - named.length
    return more > 0 ? [...named, t('relaySettings.effect.more', { count: more })] : named
  }

  function lostText(): string {
    if (!lost) return t('relaySettings.effect.unknown')
    if (lost.kinds.length === 0) return t('relaySettings.effect.nothingLost')
    return t('relaySettings.effect.lost', {
      count: lost.kinds.length,
      events: t('relaySettings.effect.events', { count: lost.events }),
      kinds: new Intl.ListFormat(language).format(namesOf(lost.kinds)),
    })
  }

  const lines = [
    isWhitelist && kinds > 0 && t('relaySettings.effect.onlyKinds', { count: kinds }),
    lostText(),
    mediaTypes > 0 &&
      t(isWhitelist ? 'relaySettings.effect.onlyMedia' : 'relaySettings.effect.notMedia', { count: mediaTypes }),
    shortened(saved, draft).length > 0 && t('relaySettings.fileLimits.effect', { count: trashDays }),
  ]
  return (
    <Alert
      kind={lost?.kinds.length === 0 && shortened(saved, draft).length === 0 ? 'info' : 'warning'}
      title={t('relaySettings.effect.title')}
    >
      {lines.filter(Boolean).join(' ')}
    </Alert>
  )
}
