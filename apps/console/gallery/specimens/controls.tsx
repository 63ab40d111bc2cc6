import { Plus, Save, Trash2 } from 'lucide-react'
import { Button, type ButtonVariant } from '../../src/ui/buttons/button.tsx'
import { CopyButton } from '../../src/ui/buttons/copy-button.tsx'
import { FileButton } from '../../src/ui/buttons/file-button.tsx'
import { IconButton } from '../../src/ui/buttons/icon-button.tsx'
import { FormBar } from '../../src/ui/forms/form-bar.tsx'
import { Specimen, State } from '../state.tsx'
import { useWords } from '../words.ts'

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'ghost', 'danger']
const nothing = () => {}

export function Controls() {
  const words = useWords()
  return (
    <>
      <Buttons />
      <Specimen name="IconButton">
        <State of="plain">
          <IconButton icon={Plus} label={words('details')} />
          <IconButton size="small" icon={Plus} label={words('small')} />
        </State>
        <State of="hover" force="hover">
          <IconButton icon={Plus} label={words('details')} />
        </State>
        <State of="focus" force="focus-visible">
          <IconButton icon={Plus} label={words('details')} />
        </State>
        <State of="disabled">
          <IconButton icon={Plus} label={words('details')} disabled />
        </State>
      </Specimen>
      <Specimen name="CopyButton">
        <State of="plain">
          <CopyButton value="npub1" />
        </State>
      </Specimen>
      <Specimen name="FileButton">
        <State of="plain">
          <FileButton accept="text/plain" onFile={nothing}>
            {words('details')}
          </FileButton>
        </State>
      </Specimen>
      <Specimen name="FormBar">
        {(['plain', 'changed', 'saving'] as const).map(state => (
          <State key={state} of={state} wide>
            <FormBar
              changed={state === 'plain' ? undefined : words('changed')}
              saving={state === 'saving'}
              saveLabel={words('save')}
              resetLabel={words('reset')}
              onReset={nothing}
              note={state === 'changed' && <p className="text-small">{words('about')}</p>}
              // Not fixed at the screen's edge, where several would overlap.
              className="static!"
            />
          </State>
        ))}
      </Specimen>
    </>
  )
}

function Buttons() {
  const words = useWords()
  const row = 'flex flex-wrap gap-2'
  return (
    <Specimen name="Button">
      {(['plain', 'disabled', 'busy'] as const).map(state => (
        <State key={state} of={state}>
          <div className={row}>
            {variants.map(variant => (
              <Button key={variant} variant={variant} disabled={state === 'disabled'} loading={state === 'busy'}>
                {variant === 'danger' ? words('remove') : words('save')}
              </Button>
            ))}
          </div>
        </State>
      ))}
      <State of="small">
        <div className={row}>
          <Button size="small" variant="primary" icon={Save}>
            {words('save')}
          </Button>
          <Button size="small" icon={Plus}>
            {words('details')}
          </Button>
        </div>
      </State>
      {variants.map(variant => (
        <State key={variant} of="hover" force="hover">
          <Button variant={variant} icon={variant === 'danger' ? Trash2 : Save}>
            {variant === 'danger' ? words('remove') : words('save')}
          </Button>
        </State>
      ))}
      <State of="focus" force="focus-visible">
        <Button variant="primary">{words('save')}</Button>
      </State>
      <State of="long">
        <Button>{words('lead').slice(0, 36)}</Button>
      </State>
    </Specimen>
  )
}
