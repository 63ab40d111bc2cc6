import { Plus } from 'lucide-react'
import { type Control, useFieldArray } from 'react-hook-form'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import type { GroupValues } from '../form/group-values.ts'
import { PairLine } from './pair-line.tsx'
import type { PairsForm } from './pairs.ts'

/** The free map: a name, a type and a value per line (SET-67, SET-68). */
export function PairsControl({ control }: { readonly control: Control<GroupValues> }) {
  const { t } = useTexts()
  const pairsControl = control as unknown as Control<PairsForm>
  const lines = useFieldArray({ control: pairsControl, name: 'pairs' })
  return (
    <div className="grid gap-3 lg:col-span-2">
      {lines.fields.length === 0 && <EmptyState title={t('settings.pairs.none')} className="py-4" />}
      {lines.fields.map((line, index) => (
        <PairLine key={line.id} control={pairsControl} index={index} onRemove={() => lines.remove(index)} />
      ))}
      <Button
        size="small"
        icon={Plus}
        className="w-fit"
        onClick={() => lines.append({ key: '', type: 'string', value: '' })}
      >
        {t('settings.pairs.add')}
      </Button>
    </div>
  )
}
