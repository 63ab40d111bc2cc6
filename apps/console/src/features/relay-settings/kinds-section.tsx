import { offeredKinds } from '@hornets/contract/text/kinds'
import { isCalledByNumber, kindName } from '../../i18n/contract-texts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Card } from '../../ui/content/card.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { AddKind } from './add-kind.tsx'
import { type Admission, chooseKinds, chosenKinds, kindsToShow, type StoredKind } from './admission.ts'

interface KindsSectionProps {
  readonly saved: Admission
  readonly draft: Admission
  readonly onChange: (draft: Admission) => void
  readonly stored: readonly StoredKind[] | undefined
}

/** Kinds by name and number with their stored counts, which show a switch's effect (MODE-08). */
export function KindsSection({ saved, draft, onChange, stored }: KindsSectionProps) {
  const { t } = useTexts()
  const chosen = chosenKinds(draft)
  const isWhitelist = draft.mode === 'whitelist'
  const counts = new Map(stored?.map(({ kindNumber, kindCount }) => [kindNumber, kindCount]))
  const none = t(isWhitelist ? 'relaySettings.kinds.noneAllowed' : 'relaySettings.kinds.noneExcluded')
  return (
    <Card
      title={t(isWhitelist ? 'relaySettings.kinds.allowed' : 'relaySettings.kinds.excluded')}
      description={chosen.length === 0 ? none : t('relaySettings.chosen', { count: chosen.length })}
    >
      <div className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4 3xl:grid-cols-6">
        {kindsToShow(offeredKinds.keys(), stored ?? [], saved, draft).map(kind => (
          <Checkbox
            key={kind}
            checked={chosen.includes(kind)}
            onCheckedChange={on => onChange(chooseKinds(draft, [kind], on))}
            label={<KindLabel kind={kind} />}
            description={
              stored
                ? t('relaySettings.kinds.stored', { count: counts.get(kind) ?? 0 })
                : t('relaySettings.kinds.storedUnknown')
            }
          />
        ))}
      </div>
      <AddKind onAdd={kind => onChange(chooseKinds(draft, [kind], true))} />
    </Card>
  )
}

function KindLabel({ kind }: { readonly kind: number }) {
  if (isCalledByNumber(kind)) return kindName(kind)
  return (
    <>
      {kindName(kind)} <span className="text-muted tabular-nums">{kind}</span>
    </>
  )
}
