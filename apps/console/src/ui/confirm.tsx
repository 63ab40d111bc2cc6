import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { backdrop, dialogBox } from './dialog-box.ts'

export interface Question {
  readonly title: string
  /** The consequence, in numbers where it has any. */
  readonly text: ReactNode
  /** The verb on the button. */
  readonly action: string
  readonly cancel?: string
  readonly danger?: boolean
}

type Asked = Question & { readonly answer: (yes: boolean) => void }
let show: ((asked: Asked) => void) | undefined

/** Asks before something that cannot be undone. Resolves to the answer; false while no ConfirmHost is mounted. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise(answer => {
    if (show) show({ ...question, answer })
    else answer(false)
  })
}

/** Draws the question; mounted once by the app. */
export function ConfirmHost() {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked>()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    show = next => {
      setAsked(next)
      setOpen(true)
    }
    return () => {
      show = undefined
    }
  }, [])
  const close = (yes: boolean) => {
    asked?.answer(yes)
    setOpen(false)
  }
  return (
    <Base.Root open={open} onOpenChange={next => !next && close(false)}>
      <Base.Portal>
        <Base.Backdrop className={backdrop} />
        <Base.Popup className={dialogBox}>
          <Base.Title className="font-semibold text-title">{asked?.title}</Base.Title>
          <Base.Description className="mt-1 text-muted" render={<div />}>
            {asked?.text}
          </Base.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <Button onClick={() => close(false)}>{asked?.cancel ?? t('ui.cancel')}</Button>
            <Button variant={asked?.danger ? 'danger' : 'primary'} onClick={() => close(true)}>
              {asked?.action}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
