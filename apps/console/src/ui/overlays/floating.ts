export const floating =
  'rounded-md border border-line bg-raised text-text shadow-float outline-none transition-[opacity,scale] duration-120 ease-out origin-(--transform-origin) data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0'

export const floatingItem =
  'flex min-h-8 pointer-coarse:min-h-10 cursor-default select-none items-center gap-2 rounded-sm px-2 py-1 text-body outline-none data-highlighted:bg-sunken data-disabled:opacity-50'
