/** The part of a package without types that is used here. */
declare module 'heic-decode' {
  interface Picture {
    readonly width: number
    readonly height: number
    readonly data: Uint8ClampedArray
  }
  /** The first picture of a file, turned as the file says. Throws for what it cannot read. */
  function decode(options: { readonly buffer: Uint8Array }): Promise<Picture>
  export = decode
}
