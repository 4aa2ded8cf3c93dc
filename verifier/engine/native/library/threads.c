/* Threads of the system, where it is known: one begins with what it is given, and somebody waits for its end. Headers are
   not read: a rule may be called as something in there. */

#if defined(_WIN32)

#define HAS_THREADS
#define THREAD_CALL __stdcall
typedef void *Thread;
typedef unsigned long ThreadResult;
__declspec(dllimport) Thread __stdcall CreateThread(void *, size_t, ThreadResult (__stdcall *)(void *), void *, unsigned long, unsigned long *);
__declspec(dllimport) unsigned long __stdcall WaitForSingleObject(Thread, unsigned long);
__declspec(dllimport) int __stdcall CloseHandle(Thread);

static ThreadResult THREAD_CALL thread_at_work(void *given);
static int begin_thread(Thread *one, void *given) { return (*one = CreateThread(0, 0, thread_at_work, given, 0, 0)) != 0; }
static void end_thread(Thread one) { WaitForSingleObject(one, 0xffffffffu); CloseHandle(one); }

#elif defined(__linux__) || defined(__APPLE__)

#define HAS_THREADS
#define THREAD_CALL
#ifdef __APPLE__
typedef void *Thread;
#else
typedef unsigned long Thread;
#endif
typedef void *ThreadResult;
extern int pthread_create(Thread *, const void *, ThreadResult (*)(void *), void *), pthread_join(Thread, ThreadResult *);

static ThreadResult thread_at_work(void *given);
static int begin_thread(Thread *one, void *given) { return !pthread_create(one, 0, thread_at_work, given); }
static void end_thread(Thread one) { pthread_join(one, 0); }

#endif
