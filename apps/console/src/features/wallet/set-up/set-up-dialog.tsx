import type { BodyInputOf } from '@hornets/contract/endpoint'
import { setUp } from '@hornets/contract/wallet/set-up'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryKeys } from '../../../api/query-keys.ts'
import { confirm } from '../../../ui/confirm.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { wallet } from '../wallet-service.ts'
import { ChooseStep, type Mode } from './choose-step.tsx'
import { KeysForm } from './keys-form.tsx'
import { QuizStep } from './quiz-step.tsx'
import { WatchForm } from './watch-form.tsx'
import { WordsStep } from './words-step.tsx'

export type SetUpRequest = BodyInputOf<typeof setUp>

interface SetUpDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

type At =
  | { readonly step: 'choose' }
  | { readonly step: 'form'; readonly mode: Mode }
  | { readonly step: 'words' | 'quiz'; readonly words: readonly string[] }

/** Create, restore or watch a wallet. New words are shown once and asked for before it closes. */
export function SetUpDialog({ open, onOpenChange }: SetUpDialogProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [at, setAt] = useState<At>({ step: 'choose' })
  const making = useMutation({
    mutationFn: (body: SetUpRequest) => wallet.call(setUp, { body }),
    // The words stand in this dialogue only, not in a cache.
    gcTime: 0,
    onSuccess: ({ words }) => (words ? setAt({ step: 'words', words }) : finish()),
  })

  /** The panel changes once this is done, not before. */
  function finish(): void {
    onOpenChange(false)
    setAt({ step: 'choose' })
    making.reset()
    toast.success(t('wallet.setUp.done'))
    void queryClient.invalidateQueries({ queryKey: queryKeys.wallet.all })
  }

  async function close(): Promise<void> {
    if (making.isPending) return
    if (at.step === 'words' || at.step === 'quiz') {
      const leaves = await confirm({
        title: t('wallet.words.leaveTitle'),
        text: t('wallet.words.leaveText'),
        action: t('wallet.words.leave'),
        cancel: t('wallet.words.stay'),
        danger: true,
      })
      if (leaves) finish()
      return
    }
    onOpenChange(false)
    setAt({ step: 'choose' })
    making.reset()
  }

  const back = () => {
    making.reset()
    setAt({ step: 'choose' })
  }
  const form = { error: making.error, isBusy: making.isPending, onBack: back, onSubmit: making.mutate }

  return (
    <Dialog
      open={open}
      onOpenChange={next => (next ? onOpenChange(true) : void close())}
      title={t('wallet.setUp.title')}
    >
      {at.step === 'choose' && <ChooseStep onChoose={mode => setAt({ step: 'form', mode })} />}
      {at.step === 'form' && at.mode === 'watch' && <WatchForm {...form} />}
      {at.step === 'form' && at.mode !== 'watch' && <KeysForm mode={at.mode} {...form} />}
      {at.step === 'words' && (
        <WordsStep words={at.words} onContinue={() => setAt({ step: 'quiz', words: at.words })} />
      )}
      {at.step === 'quiz' && (
        <QuizStep words={at.words} onBack={() => setAt({ step: 'words', words: at.words })} onDone={finish} />
      )}
    </Dialog>
  )
}
