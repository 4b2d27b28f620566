/** Records that the translations of all English texts have been checked: `npm run texts:checked`. */
import { recordCheckedTexts } from './support/record-checked-texts.ts'

console.log(`The translations of ${recordCheckedTexts(process.cwd())} English texts are recorded as checked.`)
