import { Toast as Base } from '@base-ui/react/toast'
import clsx from 'clsx'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { type ToastKind, type ToastRequest, toastRequests } from './toast.ts'

const manager = Base.createToastManager()

function add({ kind, title, text, action, until }: ToastRequest): void {
  if (until?.aborted) return
  const id: string = manager.add({
    type: kind,
    title,
    description: text,
    // Not 'high', which hides the toast from screen readers while its buttons stay reachable.
    priority: 'low',
    timeout: until ? 0 : kind === 'error' || action ? 8000 : 5000,
    actionProps: action && {
      children: action.label,
      onClick: () => {
        manager.close(id)
        action.onClick()
      },
    },
  })
  until?.addEventListener('abort', () => manager.close(id))
}

const looks = {
  success: { icon: CircleCheck, colour: 'text-ok' },
  error: { icon: CircleAlert, colour: 'text-bad' },
  info: { icon: Info, colour: 'text-muted' },
} as const

export function ToastHost() {
  const { t } = useTexts()
  return (
    <Base.Provider toastManager={manager} limit={4}>
      <Base.Portal>
        <Base.Viewport
          aria-label={t('ui.toasts')}
          // Keeps a form's bar at the lower edge free.
          className="fixed right-4 bottom-[max(5rem,var(--bar-lift,0px))] z-60 grid w-[min(380px,calc(100vw-32px))] gap-2 outline-none"
        >
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function ToastList() {
  useEffect(() => toastRequests.listen(add), [])
  const { t } = useTexts()
  const { toasts } = Base.useToastManager()
  return toasts.map(item => {
    const { icon: Icon, colour } = looks[(item.type as ToastKind) ?? 'info']
    return (
      <Base.Root
        key={item.id}
        toast={item}
        swipeDirection={['right', 'down']}
        className={clsx(
          'rounded-md border border-line bg-raised text-text shadow-float transition-[opacity,translate] duration-200 ease-out',
          'data-ending-style:translate-y-2 data-starting-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:opacity-0 data-limited:hidden',
        )}
      >
        <Base.Content className="flex items-start gap-3 p-3">
          <Icon size={18} className={clsx('mt-px', colour)} />
          <span className="min-w-0 flex-1 break-words">
            <Base.Title className="font-semibold text-body" render={<p />} />
            <Base.Description className="text-muted text-small" />
          </span>
          {item.actionProps && (
            <Base.Action className="rounded-sm px-2 font-semibold text-accent-text text-small leading-6 hover:bg-sunken" />
          )}
          <Base.Close
            aria-label={t('ui.close')}
            className="grid size-6 place-items-center rounded-sm text-muted hover:bg-sunken"
          >
            <X size={16} />
          </Base.Close>
        </Base.Content>
      </Base.Root>
    )
  })
}
