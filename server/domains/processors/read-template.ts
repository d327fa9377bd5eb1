import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileReply } from '#contract/file-reply.ts'
import type { TemplateFile } from '#contract/processors/template-files.ts'

const FOLDER = join(import.meta.dirname, '../../../docs/vorlagen')

/** A draft in German that comes with the product. */
export const readTemplate = async (name: TemplateFile): Promise<FileReply> => ({
  filename: `vorlage-${name}.md`,
  media_type: 'text/markdown; charset=utf-8',
  content: await readFile(join(FOLDER, `${name}.md`)),
})
