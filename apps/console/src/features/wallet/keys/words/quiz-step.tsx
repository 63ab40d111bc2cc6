import { type FormEvent, useId, useState } from 'react'
import { useTexts } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Step } from '../../parts/step.tsx'
import { chooseAsked, wrongAnswers } from './quiz.ts'
import { useWordsCheck } from './use-words-check.ts'

interface QuizStepProps {
  readonly words: readonly string[]
  /** Of the wallet that has these words. */
  readonly password: string
  readonly onBack: () => void
  readonly onDone: () => void
}

/** Asks for three words, to check that they are on paper, and tells the wallet. */
export function QuizStep({ words, password, onBack, onDone }: QuizStepProps) {
  const { t } = useTexts()
  const formId = useId()
  const [asked] = useState(() => chooseAsked(words.length))
  const [answers, setAnswers] = useState<readonly string[]>(() => asked.map(() => ''))
  const [wrong, setWrong] = useState<readonly number[]>([])
  const checking = useWordsCheck(onDone)

  function go(event: FormEvent): void {
    event.preventDefault()
    const found = wrongAnswers(words, asked, answers)
    setWrong(found)
    if (found.length > 0) return
    checking.mutate({ password, words: asked.map((place, at) => ({ position: place + 1, word: answers[at] ?? '' })) })
  }

  return (
    <Step
      title={t('wallet.words.quizTitle')}
      actions={
        <>
          <Button onClick={onBack} disabled={checking.isPending}>
            {t('wallet.words.again')}
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={checking.isPending}>
            {t('wallet.words.check')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={go} className="grid gap-4">
        {checking.error && <Failure error={checking.error} />}
        {asked.map((place, index) => (
          <TextField
            key={place}
            label={t('wallet.words.word', { number: place + 1 })}
            error={wrong.includes(place) ? t('wallet.words.wrong') : undefined}
            value={answers[index] ?? ''}
            onValueChange={next => {
              setAnswers(answers.map((answer, at) => (at === index ? next : answer)))
              setWrong(wrong.filter(other => other !== place))
            }}
            mono
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        ))}
      </form>
    </Step>
  )
}
