export const backdrop =
  'fixed inset-0 z-40 bg-veil transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0'

/** 36rem wide at most (SHELL-35), never wider or higher than the screen. */
export const dialogBox =
  'fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-[36rem] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-md border border-line bg-raised p-5 sm:p-6 text-text shadow-float outline-none transition-[opacity,scale] duration-150 ease-out data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0'

/** The buttons at its end, the main one last; on a phone they fill the row. */
export const dialogActions = 'flex flex-wrap justify-end gap-2 max-sm:*:flex-1'
