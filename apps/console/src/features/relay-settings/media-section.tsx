import { type MediaTypeGroup, mediaTypeGroups } from '@hornets/contract/nostr'
import { useTexts } from '../../i18n/texts.ts'
import { Card } from '../../ui/content/card.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { type Admission, chooseMediaTypes, chosenMediaTypes } from './admission.ts'

interface MediaSectionProps {
  readonly saved: Admission
  readonly draft: Admission
  readonly onChange: (draft: Admission) => void
}

const groups = Object.entries(mediaTypeGroups) as [MediaTypeGroup, readonly string[]][]
const offered = new Set(groups.flatMap(([, types]) => types))

export function MediaSection({ saved, draft, onChange }: MediaSectionProps) {
  const { t } = useTexts()
  const chosen = chosenMediaTypes(draft)
  const isWhitelist = draft.mode === 'whitelist'
  const none = t(isWhitelist ? 'relaySettings.media.noneAllowed' : 'relaySettings.media.noneExcluded')
  const listed = [...new Set([...chosenMediaTypes({ ...saved, mode: draft.mode }), ...chosen])]
  const others = listed.filter(type => !offered.has(type)).sort()
  const choose = (types: readonly string[], on: boolean) => onChange(chooseMediaTypes(draft, types, on))
  return (
    <Card
      title={t(isWhitelist ? 'relaySettings.media.allowed' : 'relaySettings.media.excluded')}
      description={chosen.length === 0 ? none : t('relaySettings.chosen', { count: chosen.length })}
    >
      <div className="mt-4 grid gap-x-6 gap-y-6 sm:grid-cols-2 xl:grid-cols-3 3xl:grid-cols-6">
        {groups.map(([group, types]) => (
          <TypeGroup
            key={group}
            title={t(`relaySettings.media.${group}`)}
            types={types}
            chosen={chosen}
            onChoose={choose}
          />
        ))}
        {others.length > 0 && (
          <TypeGroup title={t('relaySettings.media.listed')} types={others} chosen={chosen} onChoose={choose} />
        )}
      </div>
    </Card>
  )
}

interface TypeGroupProps {
  readonly title: string
  readonly types: readonly string[]
  readonly chosen: readonly string[]
  readonly onChoose: (types: readonly string[], on: boolean) => void
}

function TypeGroup({ title, types, chosen, onChoose }: TypeGroupProps) {
  const { t } = useTexts()
  const count = types.filter(type => chosen.includes(type)).length
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{title}</legend>
      <Checkbox
        checked={count === types.length}
        indeterminate={count > 0 && count < types.length}
        onCheckedChange={on => onChoose(types, on)}
        label={
          <>
            <span className="font-semibold">{title}</span>
            <span className="sr-only"> {t('relaySettings.media.all')}</span>
          </>
        }
      />
      <div className="mt-1 ml-2 grid gap-0.5 border-line border-l pl-4">
        {types.map(type => (
          <Checkbox
            key={type}
            checked={chosen.includes(type)}
            onCheckedChange={on => onChoose([type], on)}
            label={<span className="wrap-anywhere font-mono text-small">{type}</span>}
          />
        ))}
      </div>
    </fieldset>
  )
}
