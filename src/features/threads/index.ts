/**
 * Threads: conversations with the general chat, with their answers and claims. Owns `chat_thread`, `chat_message` and
 * `chat_message_report`.
 */
import { askInThread, type ThreadTools } from "./ask.ts";
import {
  changeThread,
  createThread,
  exportThread,
  listOwnThreads,
  removeThread,
  showThread,
} from "./operations.ts";

export { deletePrivateThreads } from "./store.ts";

export const threadOperations = (tools: ThreadTools) =>
  [
    listOwnThreads(tools),
    showThread(tools),
    exportThread(tools),
    createThread(tools),
    askInThread(tools),
    changeThread(tools),
    removeThread(tools),
  ] as const;
