import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { Button, type ButtonProps } from './button.tsx'

interface FileButtonProps extends Pick<ButtonProps, 'size' | 'loading' | 'className' | 'children'> {
  readonly accept: string
  readonly onFile: (file: File) => void
}

/** Asks for a file; the same one can be chosen again. */
export function FileButton({ accept, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} icon={FileUp} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={accept}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) onFile(file)
        }}
        className="hidden"
        aria-hidden
        tabIndex={-1}
      />
    </>
  )
}
