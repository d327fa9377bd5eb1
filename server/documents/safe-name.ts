/** Signs that file systems and mail programs take for something else become a hyphen. */
export const safeName = (filename: string) => filename.replaceAll(/[/\\:*?"<>|]/g, '-').replace(/^\.+/, '')
