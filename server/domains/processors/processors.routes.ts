import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileReply } from '#contract/file-reply.ts'
import { processorEndpoints as endpoints } from '#contract/processors/processors.ts'
import type { TemplateFile } from '#contract/processors/template-files.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { addProcessor, changeProcessor, removeProcessor, setOwnService } from './change-processor.ts'
import { getOwnServices } from './processors.queries.ts'
import { listProcessors } from './processors.shared.queries.ts'

const FOLDER = join(import.meta.dirname, '../../../docs/vorlagen')

/** A draft in German that comes with the product. */
const readTemplate = async (name: TemplateFile): Promise<FileReply> => ({
  filename: `vorlage-${name}.md`,
  media_type: 'text/markdown; charset=utf-8',
  content: await readFile(join(FOLDER, `${name}.md`)),
})

/** Who processes data on behalf of the active school (domain DP-20). */
export function processorRoutes({ route, routeDetached }: Routes, platform: Platform) {
  route(endpoints.list, async ({ tx }) => ({
    processors: await listProcessors(tx),
    used: { mail_host: platform.mailHost ?? null, has_backups: platform.hasBackups },
    own_services: await getOwnServices(tx),
  }))

  route(endpoints.setOwn, ({ tx, viewer, params: { kind }, body: { is_own: isOwn } }) =>
    setOwnService(tx, viewer.school_id, { kind, isOwn }),
  )

  routeDetached(endpoints.template, ({ params }) => readTemplate(params.name))

  route(endpoints.add, ({ tx, body, today }) => addProcessor(tx, body, today))

  route(endpoints.change, ({ tx, params, body, today }) => changeProcessor(tx, { id: params.id, form: body, today }))

  route(endpoints.remove, ({ tx, params }) => removeProcessor(tx, params.id))
}
