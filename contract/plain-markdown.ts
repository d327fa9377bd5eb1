/** Text that people typed stays as it is: Markdown signs in it have no meaning. */
export const plainMarkdown = (text: string) => text.replace(/[\\*_[\]#]/g, '\\$&')

export const mailMarkdown = (mail: string) => `[${plainMarkdown(mail)}](mailto:${mail})`

/** A bare mail address becomes a link; a name with an address stays text. */
export const contactMarkdown = (contact: string) =>
  /^\S+@\S+$/.test(contact) ? mailMarkdown(contact) : plainMarkdown(contact)

export const listMarkdown = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n')
