"""Word lists that reading needs: names of exceptions that do not end like one, words that only look like headers, what
ends a message, which libraries are believed when only a blank stands between their name and a version."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


EXCEPTION_ENDINGS = (
    "Error", "Exception", "Warning", "Interrupt", "Exit", "Failure", "Timeout", "Fault", "Expired", "NotFound",
    "Exceeded", "RemoteTraceback", "Unsupported", "Failed", "Denied", "Refused", "Mismatch", "Conflict", "DoesNotExist",
    "ExceptionGroup", "Exhausted",
)  # fmt: skip

EXCEPTIONS = words(
    """
    StopIteration StopAsyncIteration GeneratorExit SystemExit KeyboardInterrupt ExceptionGroup BaseExceptionGroup
    ArrowInvalid ArrowCapacity OutOfBoundsDatetime OutOfBoundsTimedelta MultipleObjectsReturned ImproperlyConfigured
    AppRegistryNotReady KilledWorker OutOfResources InvalidArgument NoSuchFile InvalidGraph InvalidProtobuf
    TritonMissing APIRemovedInV1 HaltServer BadZipFile BadZipfile TooManyRedirects MissingSchema InvalidSchema
    InvalidURL Http404 SuspiciousOperation NoReverseMatch NoResultFound MultipleResultsFound ResolutionImpossible
    VersionConflict ContextualVersionConflict NoCurrentBackend BrokenProcessPool Throttled Unauthorized Forbidden
    BadRequest ServiceUnavailable LoginFailure WorkerLost UserError ReadOnlyRollback PanicException DistutilsPlatform
    AbstractMethod InvalidSignature NoBackend NoSuchElement StaleElementReference UnknownHost BuildBackendException
    ProcessRaised ProcessExited ActorDied WorkerCrashed NoRegion Empty Full InvalidRequirement InvalidVersion
    InvalidSpecifier ResourceExhausted Aborted Unavailable DeadlineExceeded Unauthenticated Unimplemented
    FailedPrecondition OutOfRange Cancelled UnfilteredStackTrace gaierror herror
    """
)
LABELS = words("error ERROR Error fatal FATAL exception Exception")
# `name: text` that is no exception: labels, schemes, statements.
NO_EXCEPTIONS = words(
    """
    warning Warning WARNING info INFO debug DEBUG note Note NOTE hint Hint HINT http https file File Traceback else try
    finally default import from return print Exit Timeout Failed Failure Conflict Denied Refused Unsupported NotFound
    errors Errors
    """
)

MESSAGE_ENDS = (
    "Process finished with exit code", "[Finished in", "srun: ", "Exception ignored in", "Exception in thread",
    "Exception in callback", "Exception in Tkinter", "Uncaught exception", "Segmentation fault", "Aborted", "Killed",
    "[end of output]", "note: This ", "hint: See", "WARNING:", "INFO:", "DEBUG:", "[W ", "[E ", "[I ", "##[",
    "terminate called", "Exception raised from", "frame #0", "Fatal Python error", "Current thread 0x", "Thread 0x",
    "make: ***", "make[", "npm ERR", "The command '", "Command exited", "Press any key", "FAILED ", "wandb: ",
    "handle: <", "Sentry is attempting", "Response body:", "Full log", "Sending process", "Error executing job",
    "Set the environment variable HYDRA", "python-BaseException", "Backend worker", "* Serving", "warnings.warn(",
    "The above exception", "During handling", "^C", "!!!", ">>> ", "... ", "In [", "Out[", "======", "------", "______",
    "......",
)  # fmt: skip

LIBRARIES = words(
    """
    torch torchvision torchaudio numpy pandas scikit-learn scipy tensorflow keras transformers tokenizers datasets
    accelerate diffusers peft trl jax jaxlib flax django flask fastapi starlette pydantic sqlalchemy alembic requests
    urllib3 httpx aiohttp openai langchain matplotlib seaborn xgboost lightgbm catboost polars pyarrow opencv-python
    pillow protobuf numba dask distributed pip setuptools wheel pytest pluggy celery redis kombu gunicorn uvicorn
    selenium playwright boto3 botocore psycopg2 pyspark gradio streamlit vllm triton xformers deepspeed bitsandbytes
    wandb lightning pytorch-lightning ray huggingface-hub sentence-transformers chromadb onnx onnxruntime networkx nltk
    spacy gensim h5py netcdf4 pyproj shapely geopandas conda ipython ipykernel jupyterlab notebook anyio trio tornado
    werkzeug jinja2 click typer rich poetry uv
    """
)
OTHER_NAMES = {"pytorch": "torch", "sklearn": "scikit-learn", "pil": "pillow", "huggingface_hub": "huggingface-hub"}

# User names that say nothing about anybody.
NOBODY = words(
    """
    user users username me root runner ubuntu vscode jovyan public shared default app guest admin airflow spark hadoop
    ec2-user circleci travis jenkins node coder sagemaker-user work name you … ... .. xxx someone
    """
)
