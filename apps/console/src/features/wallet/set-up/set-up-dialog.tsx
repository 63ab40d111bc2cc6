import { setUp } from '@hornets/contract/wallet/set-up'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { staleOn } from '../../../api/queries/cached.ts'
import { type Translate, useTexts } from '../../../i18n/texts.ts'
import type { LeaveQuestion } from '../../../ui/drafts/use-unsaved-guard.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { QuizStep } from '../keys/words/quiz-step.tsx'
import { WordsStep } from '../keys/words/words-step.tsx'
import { wallet } from '../service/wallet-service.ts'
import { ChooseStep, type Mode } from './choose-step.tsx'
import { KeysForm } from './keys-form.tsx'
import { type SetUpRequest, WatchForm } from './watch-form.tsx'

interface SetUpDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

type At =
  | { readonly step: 'choose' }
  | { readonly step: 'form'; readonly mode: Mode }
  | { readonly step: 'words' | 'quiz'; readonly words: readonly string[] }

/** Creates, restores or watches a wallet. New words are shown once and checked before it closes. */
export function SetUpDialog({ open, onOpenChange }: SetUpDialogProps) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const [at, setAt] = useState<At>({ step: 'choose' })
  const [isEntered, setEntered] = useState(false)
  const making = useMutation({
    mutationFn: (body: SetUpRequest) => wallet.call(setUp, { body }),
    // The words exist only in this dialog, not in a cache.
    gcTime: 0,
    onSuccess: ({ words }) => (words ? setAt({ step: 'words', words }) : finish()),
  })

  const hasWords = at.step === 'words' || at.step === 'quiz'

  /** The panel changes only once this is done. */
  function finish(): void {
    onOpenChange(false)
    back()
    toast.success(t('wallet.setUp.done'))
    void queryClient.invalidateQueries(staleOn('wallet'))
  }

  function close(): void {
    if (hasWords) finish()
    else {
      onOpenChange(false)
      back()
    }
  }

  function back(): void {
    making.reset()
    setEntered(false)
    setAt({ step: 'choose' })
  }
  const form = {
    error: making.error,
    isBusy: making.isPending,
    onEntered: () => setEntered(true),
    onBack: back,
    onSubmit: making.mutate,
  }
  return (
    <Dialog
      open={open}
      onOpenChange={next => (next ? onOpenChange(true) : close())}
      title={t('wallet.setUp.title')}
      dirty={hasWords || (at.step === 'form' && isEntered)}
      busy={making.isPending}
      guard={questionOf(hasWords, making.isPending, t)}
    >
      {at.step === 'choose' && <ChooseStep onChoose={mode => setAt({ step: 'form', mode })} />}
      {at.step === 'form' && at.mode === 'watch' && <WatchForm {...form} />}
      {at.step === 'form' && at.mode !== 'watch' && <KeysForm mode={at.mode} {...form} />}
      {(at.step === 'words' || at.step === 'quiz') && (
        <Words at={at} onAt={setAt} made={making.variables} onDone={finish} />
      )}
    </Dialog>
  )
}

/** What is lost by leaving. */
function questionOf(hasWords: boolean, isMaking: boolean, t: Translate): LeaveQuestion {
  if (hasWords)
    return {
      title: t('wallet.words.leaveTitle'),
      text: t('wallet.words.leaveText'),
      action: t('wallet.words.leave'),
      cancel: t('wallet.words.stay'),
    }
  const what = isMaking ? 'making' : 'setUp'
  return { title: t(`wallet.leave.${what}Title`), text: t(`wallet.leave.${what}Text`) }
}

interface WordsProps {
  readonly at: Extract<At, { readonly words: readonly string[] }>
  readonly onAt: (at: At) => void
  readonly made: SetUpRequest | undefined
  readonly onDone: () => void
}

function Words({ at: { step, words }, onAt, made, onDone }: WordsProps) {
  if (step === 'words')
    return (
      <WordsStep
        words={words}
        accountNumber={made?.mode === 'create' ? (made.account_number ?? 0) : 0}
        onContinue={() => onAt({ step: 'quiz', words })}
      />
    )
  return (
    <QuizStep
      words={words}
      password={made?.password ?? ''}
      onBack={() => onAt({ step: 'words', words })}
      onDone={onDone}
    />
  )
}
