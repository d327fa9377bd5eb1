declare module 'hoodiecrow-imap' {
  interface StoredMessage {
    raw: string
    flags: string[]
    uid: number
  }
  interface Folder {
    uidvalidity: number
    messages: StoredMessage[]
  }
  interface ImapServer {
    server: import('node:net').Server
    getMailbox(name: string): Folder
    appendMessage(folder: Folder, flags: string[], internaldate: Date | string | undefined, raw: Buffer | string): void
  }
  export default function hoodiecrow(options: object): ImapServer
}
