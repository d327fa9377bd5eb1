import { IMPORT_TEXTS } from '#contract/pupilimports/pupilimports.texts.ts'
import { pupilImportEndpoints as endpoints, mayChangeImport } from '#contract/pupilimports/pupilimports.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { changeRow, decideRows } from './change-rows.ts'
import { checkImport } from './check-import.ts'
import { orderImport } from './commit-import.ts'
import { errorFile, listErrorRows, templateFile } from './error-rows.ts'
import { getImport, lockImport } from './get-import.ts'
import { listRows } from './import-rows.queries.ts'
import { deleteImport, findImportState, listImports } from './pupilimports.queries.ts'
import { readImportFile } from './read-import-file.ts'
import { undoImport } from './undo-import.ts'
import { loadFile, PREVIEW_ROWS, saveImportMapping, storeUpload } from './upload-import.ts'

/** Lists of pupils from files: read, mapped, checked, imported and undone (ux §3.13). */
export function pupilImportRoutes({ route, routeDetached }: Routes, { keys }: Pick<Platform, 'keys'>) {
  route(endpoints.list, ({ tx, now }) => listImports(tx, now))

  // Files are read in a thread, outside every transaction.
  routeDetached(endpoints.upload, async ({ query, body, viewer, now, inTransaction, inTransactionOnce }) => {
    const file = await readImportFile(body, { filename: query.filename, rowsWanted: PREVIEW_ROWS })
    const upload = { filename: query.filename, content: body, file, keys }
    // A repeated call finds the import by its id, because the content of the file is stored in one place only.
    const { id } = await inTransactionOnce((tx) => storeUpload(tx, upload, { viewer, now }))
    return inTransaction((tx) => getImport(tx, id, { keys, now }))
  })

  routeDetached(endpoints.template, () => templateFile())

  route(endpoints.get, ({ tx, params, now }) => getImport(tx, params.id, { keys, now }))

  route(endpoints.remove, async ({ tx, params }) => {
    const { state } = await lockImport(tx, params.id)
    if (!mayChangeImport(state as 'uploaded')) throw conflict(IMPORT_TEXTS.otherState)
    await deleteImport(tx, params.id)
    return { message: 'Der Import ist verworfen.' }
  })

  routeDetached(endpoints.map, async ({ params, body, viewer, now, inTransaction }) => {
    const isReread = [body.encoding, body.delimiter, body.sheet].some((wish) => wish !== undefined)
    const storedFile = isReread ? await inTransaction((tx) => loadFile(tx, keys, params.id)) : undefined
    const { encoding, delimiter, sheet } = body
    const file =
      storedFile &&
      (await readImportFile(storedFile.content, {
        filename: storedFile.filename,
        encoding,
        delimiter,
        sheet,
        rowsWanted: PREVIEW_ROWS,
      }))
    return inTransaction(async (tx) => {
      await saveImportMapping(tx, { id: params.id, form: body, file }, { viewer, keys })
      return getImport(tx, params.id, { keys, now })
    })
  })

  routeDetached(endpoints.check, async ({ params, now, today, inTransaction }) => {
    const storedFile = await inTransaction((tx) => loadFile(tx, keys, params.id))
    const { filename, content, state } = storedFile
    const [encoding, delimiter] = [storedFile.encoding ?? undefined, storedFile.delimiter ?? undefined]
    const sheet = storedFile.sheet ?? undefined
    const file =
      state === 'uploaded'
        ? await readImportFile(content, { filename, encoding, delimiter, sheet } as never)
        : undefined
    return inTransaction(async (tx) => {
      await checkImport(tx, { id: params.id, read: storedFile, fileRows: file?.rows }, today)
      return getImport(tx, params.id, { keys, now })
    })
  })

  route(endpoints.rows, async ({ tx, params, query }) => {
    if (!(await findImportState(tx, params.id))) throw notFound()
    return listRows(tx, params.id, query)
  })

  route(endpoints.changeRow, ({ tx, params, body, today }) =>
    changeRow(tx, { id: params.id, line: params.line, form: body }, today),
  )

  route(endpoints.decide, async ({ tx, params, body, now, today }) => {
    await decideRows(tx, { id: params.id, form: body }, today)
    return getImport(tx, params.id, { keys, now })
  })

  routeDetached(endpoints.errorRows, async ({ params, today, inTransaction }) =>
    errorFile({ today, ...(await inTransaction((tx) => listErrorRows(tx, params.id))) }),
  )

  routeDetached(endpoints.commit, async ({ params, body, now, viewer, inTransaction, inTransactionOnce }) => {
    const wish = { id: params.id, onlyGood: body.only_good, viewer }
    const { id } = await inTransactionOnce((tx) => orderImport(tx, wish))
    return inTransaction((tx) => getImport(tx, id, { keys, now }))
  })

  route(endpoints.undo, async ({ tx, params, now }) => {
    await undoImport(tx, { id: params.id, now })
    return getImport(tx, params.id, { keys, now })
  })
}
