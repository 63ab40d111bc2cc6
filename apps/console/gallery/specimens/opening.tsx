import { LogOut, Settings } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { Button } from '../../src/ui/buttons/button.tsx'
import { Menu, MenuChoices, MenuItem, MenuSeparator } from '../../src/ui/buttons/menu.tsx'
import { confirm } from '../../src/ui/overlays/confirm.ts'
import { Dialog } from '../../src/ui/overlays/dialog.tsx'
import { Popover } from '../../src/ui/overlays/popover.tsx'
import { toast } from '../../src/ui/overlays/toast.ts'
import { tooltip } from '../../src/ui/overlays/tooltip.tsx'
import { Specimen, State } from '../state.tsx'
import { useWords } from '../words.ts'

const nothing = () => {}

export function Opening() {
  const words = useWords()
  return (
    <>
      <Dialogs />
      <Anchored />
      <Specimen name="ToastHost">
        {(['success', 'error', 'info'] as const).map(kind => (
          <State key={kind} of={kind === 'error' ? 'error' : 'plain'}>
            <Button
              data-opens="toast"
              onClick={() =>
                toast[kind](words('sample'), {
                  text: words('sentence'),
                  action: kind === 'info' ? { label: words('undo'), onClick: nothing } : undefined,
                })
              }
            >
              {words('show')}
            </Button>
          </State>
        ))}
      </Specimen>
      <Specimen name="TooltipHost">
        {(['top', 'right', 'bottom'] as const).map(side => (
          <State key={side} of="plain">
            <Button {...tooltip(words('show'), side)}>{words('show')}</Button>
          </State>
        ))}
      </Specimen>
    </>
  )
}

function Dialogs() {
  const words = useWords()
  return (
    <>
      <Specimen name="Dialog">
        <State of="plain">
          <Opener opens="dialog">
            {({ open, setOpen }) => (
              <Dialog
                open={open}
                onOpenChange={setOpen}
                title={words('sample')}
                description={words('about')}
                actions={<Button variant="primary">{words('save')}</Button>}
              >
                {words('sentence')}
              </Dialog>
            )}
          </Opener>
        </State>
        <State of="long">
          <Opener opens="dialog">
            {({ open, setOpen }) => (
              <Dialog open={open} onOpenChange={setOpen} title={words('longWord')}>
                {Array.from({ length: 12 }, (_, index) => index).map(index => (
                  <p key={index} className="mb-3">
                    {words('sentence')}
                  </p>
                ))}
              </Dialog>
            )}
          </Opener>
        </State>
      </Specimen>
      <Specimen name="ConfirmHost">
        {([false, true] as const).map(danger => (
          <State key={String(danger)} of={danger ? 'danger' : 'plain'}>
            <Button
              data-opens="alertdialog"
              onClick={() =>
                void confirm({
                  title: words('sample'),
                  text: words('deleteText'),
                  action: danger ? words('remove') : words('save'),
                  danger,
                })
              }
            >
              {words('show')}
            </Button>
          </State>
        ))}
      </Specimen>
    </>
  )
}

function Anchored() {
  const words = useWords()
  return (
    <>
      <Specimen name="Menu">
        <State of="plain">
          <Opener opens="menu">
            {({ anchor, container, ...menu }) => (
              <Menu {...menu} anchor={anchor} container={container}>
                <MenuItem icon={Settings} onClick={nothing}>
                  {words('details')}
                </MenuItem>
                <MenuItem disabled onClick={nothing}>
                  {words('disabled')}
                </MenuItem>
                <MenuSeparator />
                <MenuChoices
                  label={words('name')}
                  value="basic"
                  onValueChange={nothing}
                  choices={[
                    { value: 'basic', label: words('basic') },
                    { value: 'strict', label: words('strict') },
                  ]}
                />
                <MenuSeparator />
                <MenuItem icon={LogOut} danger onClick={nothing}>
                  {words('remove')}
                </MenuItem>
              </Menu>
            )}
          </Opener>
        </State>
      </Specimen>
      <Specimen name="Popover">
        <State of="plain">
          <Opener opens="dialog">
            {({ anchor, container, ...popover }) => (
              <Popover {...popover} anchor={anchor} container={container} title={words('sample')}>
                {words('sentence')}
              </Popover>
            )}
          </Opener>
        </State>
      </Specimen>
    </>
  )
}

interface Opened {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly setOpen: (open: boolean) => void
  readonly anchor: RefObject<HTMLButtonElement | null>
  /** Floating parts belong to its landmark. */
  readonly container: RefObject<HTMLDivElement | null>
}

function Opener({ opens, children }: { readonly opens: string; readonly children: (opened: Opened) => ReactNode }) {
  const words = useWords()
  const anchor = useRef<HTMLButtonElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <div ref={container}>
      <Button ref={anchor} data-opens={opens} onClick={() => setOpen(true)}>
        {words('show')}
      </Button>
      {children({ open, setOpen, onOpenChange: setOpen, anchor, container })}
    </div>
  )
}
