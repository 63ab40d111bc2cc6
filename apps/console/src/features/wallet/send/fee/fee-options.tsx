import { useTexts } from '../../../../i18n/texts.ts'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { Skeleton } from '../../../../ui/states/skeleton.tsx'
import { Failure } from '../../parts/failure.tsx'
import { FeeTierPicker } from '../../paying/fees/fee-tier-picker.tsx'
import type { useFees } from '../../paying/fees/use-fees.ts'
import type { Draft } from '../draft.ts'
import { MoreOptions } from './more-options.tsx'
import { RateField } from './rate-field.tsx'

interface FeeOptionsProps {
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly fees: ReturnType<typeof useFees>
  /** The transaction's size; undefined while unknown. */
  readonly vbytes: number | undefined
  readonly onChooseCoins: () => void
}

export function FeeOptions({ draft, onDraft, fees, vbytes, onChooseCoins }: FeeOptionsProps) {
  const { t } = useTexts()
  const rate = draft.ownRate ?? fees.tiers?.[draft.tier]
  return (
    <>
      {fees.signInError && <Failure error={fees.signInError} onRetry={fees.retry} retrying={fees.isFetching} />}
      {fees.tiers && rate !== undefined ? (
        <>
          <FeeTierPicker
            tiers={fees.tiers}
            source={fees.source}
            value={draft.ownRate === null ? draft.tier : undefined}
            onValueChange={tier => onDraft({ ...draft, tier, ownRate: null })}
            vbytes={vbytes}
          />
          <RateField
            rate={rate}
            lowest={fees.lowest}
            tiers={fees.tiers}
            onRate={ownRate => onDraft({ ...draft, ownRate })}
          />
        </>
      ) : (
        !fees.signInError && <Skeleton className="h-30" />
      )}
      <Checkbox
        label={t('wallet.send.rbf')}
        description={t('wallet.send.rbfHint')}
        checked={draft.enableRbf}
        onCheckedChange={enableRbf => onDraft({ ...draft, enableRbf })}
      />
      <MoreOptions draft={draft} onDraft={onDraft} onChooseCoins={onChooseCoins} />
    </>
  )
}
