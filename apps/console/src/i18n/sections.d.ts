declare module '*.json?sections=auth,errors' {
  const sections: import('./catalogue.ts').Sections

  export = sections
}
declare module '*.json?sections=auth,errors,messages' {
  const sections: import('./catalogue.ts').Sections

  export = sections
}
